import type { Cents } from '#/core/values/cents.ts'

/** How much a tip adds at most. */
const TIP_MAX = 0.3
/** Fuel, hotels and rented cars hold an amount that says little of what is booked in the end. */
const HOLDING_CODES = ['5541', '5542', '7011', '7512']

/** Whether a booking may be that of a payment that was told with another amount, as far as the amounts go. */
export function explainsAmount(
  { amount, mcc }: { readonly amount: Cents; readonly mcc: string | null },
  told: Cents,
): boolean {
  if (amount === told || amount < 0 !== told < 0) return false
  if (mcc !== null && HOLDING_CODES.includes(mcc)) return true
  return Math.abs(amount) > Math.abs(told) && Math.abs(amount) <= Math.abs(told) * (1 + TIP_MAX)
}
