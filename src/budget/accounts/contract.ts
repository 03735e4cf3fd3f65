import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { cents, currency, id, instant, providerName } from '#/platform/contract/fields.ts'

export const accountType = z.enum(['depository', 'credit', 'loan', 'investment', 'wallet', 'other'])

const account = z
  .object({
    id,
    name: z.string(),
    type: accountType,
    subtype: z.string().nullable(),
    currency,
    balance: cents.describe('Cents, signed from the owner’s side: debt is negative.'),
    available_balance: cents
      .nullable()
      .describe('The amount that can be drawn, in cents; null if the bank does not report it.'),
    institution_name: z.string().nullable(),
    mask: z.string().nullable(),
    connection_id: id.nullable(),
    provider: providerName,
    subscribed: z.boolean(),
    spendable: z
      .boolean()
      .nullable()
      .describe('The household’s choice if this counts as cash; null: decided by its type.'),
    closed_at: instant.nullable(),
    balance_as_of: instant,
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'Account' })

const totals = {
  balance: cents,
  account_count: z.int(),
}

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
        currency,
        as_of: instant,
        total_balance: cents,
        assets: cents,
        liabilities: cents,
        spendable_balance: cents,
        set_aside: cents,
        free_to_spend: cents,
        account_count: z.int(),
        by_type: z.array(z.object({ type: accountType, ...totals })),
        by_currency: z.array(z.object({ currency, ...totals })),
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
    params: z.strictObject({ id }),
    body: z.strictObject({ subscribed: z.boolean() }),
    response: z
      .strictObject({ subscribed: z.boolean(), history_retained: z.boolean() })
      .meta({ id: 'SubscriptionState' }),
  }),
}
