// The API, the database and the household document write `provider_a` for SimpleFIN, `provider_b` for Plaid and, as an
// extension of the specification, `provider_c` for Enable Banking.
// Contracts spell these words out; the code of the banks uses the names below.

export const SIMPLEFIN = 'provider_a'
export const PLAID = 'provider_b'
export const ENABLE_BANKING = 'provider_c'

/** The providers that Earmark asks, as opposed to devices and files, which bring their payments themselves. */
export const bankProviders = [SIMPLEFIN, PLAID, ENABLE_BANKING] as const
export type BankProvider = (typeof bankProviders)[number]
