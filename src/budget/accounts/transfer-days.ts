/** The most days between the two bookings of a transfer. */
export const TRANSFER_DAYS = 4
