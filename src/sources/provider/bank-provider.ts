// The API, the database and the household document write `provider_a` for SimpleFIN and `provider_b` for Plaid.
// Contracts spell these words out; the code of the banks uses the names below.

export const SIMPLEFIN = 'provider_a'
export const PLAID = 'provider_b'

/** The providers that Earmark asks, as opposed to devices and files, which bring their payments themselves. */
export const bankProviders = [SIMPLEFIN, PLAID] as const
export type BankProvider = (typeof bankProviders)[number]
