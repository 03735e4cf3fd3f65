import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { balanceSum, common } from '#/platform/contract/common-fields.ts'
import { cents, id, instant } from '#/platform/contract/fields.ts'

export const accountType = z.enum(['depository', 'credit', 'loan', 'investment', 'wallet', 'other'])

const kind = accountType.describe(
  '`depository` (current and savings accounts), `credit` (cards), `loan`, `investment`, `wallet` (cash and prepaid money) or `other`.',
)

const account = z
  .object({
    id: id.describe('The id of the account.'),
    name: z.string().describe('The name that people gave the account, or its bank.'),
    type: kind,
    subtype: z
      .string()
      .nullable()
      .describe('A finer type, such as `checking` or `savings`; null if it is not known.'),
    currency: common.currency,
    balance: cents.describe('Cents, signed from the owner’s side: debt is negative.'),
    available_balance: cents
      .nullable()
      .describe('The amount that can be drawn, in cents; null if the bank does not report it.'),
    institution_name: common.institution_name,
    mask: common.mask,
    connection_id: id
      .nullable()
      .describe('The bank connection, from `GET /connections`; null if the account has none.'),
    provider: common.provider,
    subscribed: z
      .boolean()
      .describe('True if transactions of the account are imported and announced to webhooks.'),
    spendable: z
      .boolean()
      .nullable()
      .describe('The household’s choice if this counts as cash; null: decided by its type.'),
    closed_at: instant
      .nullable()
      .describe('When the account was closed, in UTC; null: it is open.'),
    balance_as_of: instant.describe('The moment for which the balance holds, in UTC.'),
    created_at: common.created_at,
    updated_at: common.updated_at,
  })
  .meta({ id: 'Account' })

const totals = { balance: balanceSum, account_count: common.account_count }

export const accounts = {
  listAccounts: endpoint({
    method: 'GET',
    path: '/accounts',
    tag: 'Accounts',
    summary: 'List every visible account',
    scope: 'data.read',
    response: z.array(account),
  }),
  summarizeAccounts: endpoint({
    method: 'GET',
    path: '/accounts/summary',
    tag: 'Accounts',
    summary: 'Balance rollups across all accounts',
    description:
      'Totals cover accounts in the household’s currency; others appear in `by_currency` only. ' +
      '`free_to_spend` = `spendable_balance` − `set_aside`.',
    scope: 'data.read',
    response: z
      .object({
        currency: common.currency,
        as_of: instant.describe('The moment for which the sums hold, in UTC.'),
        total_balance: balanceSum,
        assets: cents.describe('The sum of the balances above zero, in cents.'),
        liabilities: cents.describe(
          'The sum of the balances below zero, in cents: zero or negative.',
        ),
        spendable_balance: cents.describe(
          'Cash in cents: the balances of the accounts that count as cash, less pending payments that have not left the bank yet if the settings say so.',
        ),
        set_aside: cents.describe('The sum of the balances of all Expenses, in cents.'),
        free_to_spend: cents.describe(
          '`spendable_balance` − `set_aside`, in cents. Negative: more is set aside than there is.',
        ),
        account_count: z.int().describe('The number of visible accounts, of every currency.'),
        by_type: z
          .array(z.object({ type: kind, ...totals }))
          .describe('The accounts in the household’s currency, summed by type.'),
        by_currency: z
          .array(z.object({ currency: common.currency, ...totals }))
          .describe('All accounts, summed by currency.'),
      })
      .meta({ id: 'AccountSummary' }),
  }),
  setSubscription: endpoint({
    method: 'PUT',
    path: '/accounts/{id}/subscription',
    tag: 'Accounts',
    summary: 'Start or stop following a bank account',
    description:
      'Connection owner only. Unsubscribing stops imports and notifications and keeps stored transactions; subscribing ' +
      'again retrieves only those that the provider still has.',
    scope: 'data.write',
    refusals: ['resource_not_found', 'not_connection_owner', 'account_not_subscribable'],
    params: z.strictObject({ id: id.describe('The account, from `GET /accounts`.') }),
    body: z.strictObject({
      subscribed: z.boolean().describe('True follows the account, false stops following it.'),
    }),
    response: z
      .strictObject({
        subscribed: z.boolean().describe('True if the account is followed now.'),
        history_retained: z
          .boolean()
          .describe('True: transactions that were imported before are kept.'),
      })
      .meta({ id: 'SubscriptionState' }),
  }),
}
