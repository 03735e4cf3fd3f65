import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { currency, id, instant, isMoment, text, visibleText } from '#/platform/contract/fields.ts'

// Field names and values are those of FinanceKit in snake case, as Swift's `convertToSnakeCase` writes them.

const moment = z
  .string()
  .max(40)
  .refine(isMoment, 'must be an instant with its offset, such as 2026-11-20T21:40:00Z')
  .meta({ format: 'date-time' })

/** An unsigned decimal with a point; the indicator gives the direction. */
const magnitude = z
  .string()
  .max(40)
  .regex(
    /^\d+(\.\d+)?$/,
    'Send a decimal such as "12.50" without a sign; the indicator gives the direction.',
  )

const money = z.strictObject({ amount: magnitude, currency_code: currency })

const indicator = z
  .enum(['credit', 'debit'])
  .describe('`credit` adds to an asset or reduces a debt; `debit` is the opposite.')

const account = z.strictObject({
  id,
  display_name: visibleText({ min: 1, max: 200 }),
  institution_name: visibleText({ min: 1, max: 200 }),
  account_type: z.enum(['asset', 'liability']),
  currency_code: currency,
  account_description: text({ max: 500 }).nullish(),
})

const balance = z.strictObject({
  amount: money,
  credit_debit_indicator: indicator,
  as_of_date: moment,
})

const accountBalance = z
  .strictObject({ account_id: id, booked: balance.nullish(), available: balance.nullish() })
  .refine(({ booked, available }) => booked != null || available != null, {
    path: ['booked'],
    message: 'Send the booked balance, the available one, or both.',
  })

const transaction = z.strictObject({
  id,
  transaction_amount: money,
  credit_debit_indicator: indicator,
  status: z.enum(['authorized', 'pending', 'booked', 'memo', 'rejected']),
  transaction_date: moment,
  posted_date: moment.nullish(),
  transaction_description: text({ max: 1000 }),
  original_transaction_description: text({ max: 1000 }).nullish(),
  merchant_name: text({ max: 500 }).nullish(),
  merchant_category_code: z
    .union([z.string().regex(/^\d{1,4}$/), z.int().min(0).max(9999)])
    .nullish()
    .describe('ISO 18245.'),
})

const token = visibleText({ min: 1, max: 4096 })

const history = z.strictObject({
  account_id: id,
  previous_token: token
    .nullish()
    .describe(
      'The token that these changes follow; without it they are everything that the device has.',
    ),
  new_token: token.describe('FinanceKit’s history token, or a number that grows.'),
  inserted: z.array(transaction).max(1000).default([]),
  updated: z.array(transaction).max(1000).default([]),
  deleted: z.array(id).max(1000).default([]),
})

const changes = z.strictObject({
  kind: z.literal('changes'),
  accounts: z.array(account).max(100).default([]),
  balances: z.array(accountBalance).max(100).default([]),
  transactions: z.array(history).max(100).default([]),
})

const payment = z.strictObject({
  kind: z.literal('payment'),
  merchant: visibleText({ min: 1, max: 500 }),
  amount: visibleText({ min: 1, max: 64 }).describe(
    'As the device writes it: `12,50 €`, `$1,234.56`. A negative one is a refund.',
  ),
  card: visibleText({ min: 1, max: 200 }).describe('The name of the card in the wallet.'),
  id: visibleText({ min: 1, max: 128 })
    .nullish()
    .describe(
      'Identical in every repeat of one payment. Without it, an equal payment within ten minutes is a repeat.',
    ),
  paid_at: moment.nullish().describe('By default now.'),
})

export const wallet = {
  showPosition: endpoint({
    method: 'GET',
    path: '/',
    tag: 'Wallet',
    summary: 'Show the last stored position of each account of this device',
    scope: 'data.read',
    response: z.object({
      device_id: id,
      accounts: z.array(z.object({ id: z.string(), account_id: id, token: z.string().nullable() })),
    }),
  }),
  receivePush: endpoint({
    method: 'POST',
    path: '/',
    tag: 'Wallet',
    summary: 'Store changes or a payment of a device’s wallet',
    description:
      'Send a set of changes from FinanceKit, or one payment from an automation. A repeat changes nothing.',
    scope: 'data.write',
    refusals: ['resource_not_found', 'wallet_out_of_step'],
    bodyBytesMax: 4 * 1024 * 1024,
    body: z.discriminatedUnion('kind', [changes, payment]),
    response: z.object({
      added: z.int(),
      updated: z.int(),
      removed: z.int(),
      matched: z.int().describe('Known already from another device, a bank or an earlier push.'),
      ignored: z.int().describe('On accounts that are closed or not followed.'),
      received_at: instant,
    }),
  }),
}

export type ChangesPush = z.output<typeof changes>
export type PaymentPush = z.output<typeof payment>
export type PushedTransaction = z.output<typeof transaction>
export type PushedAccount = z.output<typeof account>
export type PushedBalance = z.output<typeof accountBalance>
