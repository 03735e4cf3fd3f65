import { z } from 'zod'

// Shapes of the fields that Earmark uses of the answers of Enable Banking. It passes on what banks say, so lists of words stay
// open and each row is parsed alone: one malformed row costs nothing else.

const id = z.string().min(1).max(500)
const text = z.string().nullish().catch(null)
const day = z.iso.date().nullish().catch(null)
const moment = z.string().nullish().catch(null)

/** An amount as decimal text; some banks send a number, whose shortest text is what they wrote. */
const amount = z.object({
  amount: z.union([z.string(), z.number()]).transform(String),
  currency: z.string().catch(''),
})

const party = z.object({ name: text }).nullish().catch(null)

export const bankShape = z.object({
  name: z.string().min(1).max(200),
  country: z.string().regex(/^[A-Z]{2}$/),
  bic: text,
  psu_types: z.array(z.string()).catch(['personal']),
  /** Seconds. */
  maximum_consent_validity: z.number().nullish().catch(null),
})
/** How Enable Banking knows the application of this instance. */
export const applicationAnswer = z.object({
  redirect_urls: z.array(z.string()),
  active: z.boolean(),
})

export const banksAnswer = z.object({ aspsps: z.array(z.unknown()) })

/** The page of the bank, which people open in their browser. */
export const authAnswer = z.object({ url: z.string().max(8000).refine(isWebAddress) })

export const accountShape = z.object({
  /** Of this consent only. Null: the bank lists the account and gives no access to it. */
  uid: id.nullish().catch(null),
  /** The same in every consent of the same account. */
  identification_hash: id.nullish().catch(null),
  account_id: z
    .object({ iban: text, other: z.object({ identification: text }).nullish().catch(null) })
    .nullish()
    .catch(null),
  name: text,
  details: text,
  product: text,
  currency: text,
  cash_account_type: text,
})

const access = z.object({ valid_until: moment })

export const sessionAnswer = z.object({
  session_id: id,
  accounts: z.array(z.unknown()),
  access: access.catch({ valid_until: null }),
})

export const consentAnswer = z.object({
  status: z.string(),
  access: access.catch({ valid_until: null }),
})

export const balanceShape = z.object({ balance_amount: amount, balance_type: z.string().catch('') })
export const balancesAnswer = z.object({ balances: z.array(z.unknown()) })

export const transactionsAnswer = z.object({
  transactions: z.array(z.unknown()),
  continuation_key: z.string().max(20_000).nullish(),
})

export const transactionShape = z.object({
  entry_reference: z.union([z.string(), z.number()]).transform(String).nullish().catch(null),
  transaction_amount: amount,
  credit_debit_indicator: z.enum(['CRDT', 'DBIT']).nullish().catch(null),
  status: text,
  booking_date: day,
  value_date: day,
  transaction_date: day,
  creditor: party,
  debtor: party,
  merchant_category_code: text,
  remittance_information: z
    .union([z.array(z.unknown()), z.string().transform((line) => [line])])
    .nullish()
    .catch(null)
    .transform((lines) => (lines ?? []).filter((line) => typeof line === 'string')),
  bank_transaction_code: z.object({ description: text }).nullish().catch(null),
  note: text,
})
export type SentTransaction = z.output<typeof transactionShape>

/** `error` is a word such as `EXPIRED_SESSION`. Texts beside it may name people and accounts, so they are not read. */
export const errorAnswer = z.object({ error: z.string().max(100) })

export const nothing = z.unknown()

function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
}
