import { z } from 'zod'

// Shapes of the fields that Earmark uses of the answers of Plaid. Enumerations that Plaid extends stay open strings,
// and each row is parsed alone, so that a new field or one malformed row costs nothing else.

const id = z.string().min(1).max(500)
const text = z.string().nullish().catch(null)

/** JSON numbers are doubles; the shortest text of a double is what Plaid wrote. */
const decimal = z.number().transform(String)

const balances = z.object({
  current: decimal.nullish().catch(null),
  available: decimal.nullish().catch(null),
  iso_currency_code: text,
  unofficial_currency_code: text,
})

export const accountShape = z.object({
  account_id: id,
  persistent_account_id: text,
  name: text,
  official_name: text,
  mask: text,
  type: z.string().catch('other'),
  subtype: text,
  balances,
})
export type SentAccount = z.output<typeof accountShape>

export const transactionShape = z.object({
  account_id: id,
  transaction_id: id,
  pending_transaction_id: id.nullish().catch(null),
  pending: z.boolean(),
  amount: decimal,
  iso_currency_code: text,
  unofficial_currency_code: text,
  date: z.iso.date(),
  authorized_date: z.iso.date().nullish().catch(null),
  name: text,
  merchant_name: text,
  original_description: text,
  merchant_category_code: text,
  personal_finance_category: z
    .object({ primary: z.string(), detailed: z.string(), confidence_level: text })
    .nullish()
    .catch(null),
})
/** The id of a row that is otherwise unreadable. */
export const namedShape = transactionShape.pick({ transaction_id: true })

const itemError = z.object({ error_type: text, error_code: text, display_message: text }).nullish()

const item = z.object({
  item_id: id,
  institution_id: text,
  institution_name: text,
  consent_expiration_time: text,
  error: itemError.catch(null),
})

export const exchangeAnswer = z.object({ access_token: id, item_id: id })
/** The URL of a page at Plaid, which people open in their browser. */
const page = z.string().max(2000).refine(isWebAddress)
export const linkTokenAnswer = z.object({
  link_token: id,
  expiration: z.string(),
  hosted_link_url: page,
})
/** One session for each time that the page was opened. Finished without results means that the person left. */
export const linkSessionsAnswer = z.object({
  link_sessions: z
    .array(
      z.object({
        finished_at: text,
        results: z
          .object({ item_add_results: z.array(z.object({ public_token: id })).catch([]) })
          .nullish()
          .catch(null),
        on_success: z.object({ public_token: text }).nullish().catch(null),
      }),
    )
    .nullish(),
})
export const accountsAnswer = z.object({ accounts: z.array(z.unknown()), item })
export const itemAnswer = z.object({ item })
export const removeAnswer = z.object({})

export const syncAnswer = z.object({
  added: z.array(z.unknown()),
  modified: z.array(z.unknown()),
  removed: z.array(z.object({ transaction_id: id, account_id: id.nullish().catch(null) })),
  next_cursor: z.string().max(2000),
  has_more: z.boolean(),
  transactions_update_status: z.string().catch(''),
})

export const errorAnswer = z.object({
  error_type: z.string(),
  error_code: z.string(),
  error_message: text,
  display_message: text,
})

/** A key that signs webhooks (JWK); `expired_at` in seconds since 1970. */
export const keyAnswer = z.object({
  key: z.object({
    alg: z.literal('ES256'),
    crv: z.literal('P-256'),
    kid: z.string(),
    kty: z.literal('EC'),
    use: z.literal('sig'),
    x: z.string(),
    y: z.string(),
    expired_at: z.number().nullish(),
  }),
})
export type SigningKey = z.output<typeof keyAnswer>['key']

function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
}
