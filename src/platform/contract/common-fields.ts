import * as z from 'zod'
import { cents, currency, day, id, instant, providerName } from './fields.ts'

/** Fields that many records of the public API have, each with its one description. */
export const common = {
  account_count: z.int().describe('The number of accounts that this counts.'),
  account_id: id.describe('The bank or wallet account of the transaction.'),
  category_id: id
    .nullable()
    .describe('The category, from `GET /categories`; null: it has none, or its parts differ.'),
  created_at: instant.describe('When this was first stored, in UTC.'),
  currency: currency.describe('The currency of the amounts: upper-case ISO 4217, such as EUR.'),
  expense_goal_id: id
    .nullable()
    .describe(
      'The Expense that the transaction is spent from; null: free-to-spend pays it, or its parts differ.',
    ),
  institution_name: z
    .string()
    .nullable()
    .describe('The name of the bank; null if it is not known, or the account has no bank.'),
  last_attempt_at: instant
    .nullable()
    .describe('When the provider was last asked, with or without success; null: never.'),
  last_synced_at: instant
    .nullable()
    .describe('When the last import succeeded; null: none has succeeded yet.'),
  mask: z
    .string()
    .nullable()
    .describe('The last digits of the account’s number; null if the bank does not report them.'),
  provider: providerName.describe(
    'Where it comes from: `provider_a` (SimpleFIN), `provider_b` (Plaid), `wallet` (a device), `manual` or `import` (a file).',
  ),
  success: z.boolean().describe('Always true: what fails is answered with an error.'),
  transaction_count: z.int().describe('The number of transactions that this counts.'),
  updated_at: instant.describe('When this last changed, in UTC.'),
}

/** The sum of some accounts' balances. */
export const balanceSum = cents.describe(
  'The sum of the balances in cents, signed from the owner’s side: debt is negative.',
)

/** The fault of a connection, as its list and the state of the import report it. */
export const connectionError = z
  .object({
    code: z.string().describe('The status of the connection at fault, such as `reauth_required`.'),
    message: z.string().describe('The fault in words, for people; do not parse it.'),
  })
  .nullable()
  .describe('What is wrong; null: nothing.')

/** Fields that a transaction has in lists and in events alike. */
export const transactionFields = {
  concept: z.string().describe('The name of the merchant or the purpose, for people.'),
  amount: cents.describe('Cents, negative for spending.'),
  booked_at: day.describe('The day on which it was booked; of a pending one, when it was made.'),
  type: z
    .enum(['expense', 'income', 'transfer'])
    .describe(
      '`expense` (spending and its refunds), `income`, or `transfer` between own accounts.',
    ),
  status: z
    .enum(['pending', 'booked'])
    .describe('`pending`: the bank may still change or remove it.'),
}
