import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { common, connectionError } from '#/platform/contract/common-fields.ts'
import { bankProviderName, cents, id, instant } from '#/platform/contract/fields.ts'

export const connectionStatus = z.enum([
  'healthy',
  'syncing',
  'degraded',
  'reauth_required',
  'payment_required',
  'revoked',
  'disconnected',
])

const catalogAccount = z
  .object({
    id: id.describe('Catalog identifier, for `account_ids`.'),
    account_id: id
      .nullable()
      .describe('The account in `GET /accounts`; null: it was never imported.'),
    name: z.string().describe('The name that the bank gives the account.'),
    type: z.string().describe('The type, as in `GET /accounts`.'),
    subtype: z.string().nullable().describe('A finer type; null if it is not known.'),
    currency: z.string().describe('The currency of the account: upper-case ISO 4217.'),
    balance: cents
      .nullable()
      .describe('Cents at the last contact; debt is negative; null if the bank reports none.'),
    mask: common.mask,
    institution_name: common.institution_name,
    subscribed: z.boolean().describe('True if the account is selected, so that it is imported.'),
    available: z.boolean().describe('False: the provider does not list the account any more.'),
    may_be_account_id: id
      .nullable()
      .describe(
        'An account that is no longer listed and may be this one under a previous id; null: no such account is known.',
      ),
    discovered_at: instant.describe('When the provider first listed the account, in UTC.'),
  })
  .meta({ id: 'AggregatorAccount' })

export const selection = z
  .object({
    item_id: id.describe('The connection that was asked about.'),
    selected_count: z.int().describe('The number of accounts that are selected.'),
    accounts: z.array(catalogAccount).describe('Every account of the connection.'),
  })
  .meta({ id: 'AggregatorSelection' })

const params = z.strictObject({
  id: id.describe('The connection: `item_id` in `GET /connections`.'),
})

export const connections = {
  listConnections: endpoint({
    method: 'GET',
    path: '/connections',
    tag: 'Connections',
    summary: 'List provider connections with their sync state',
    scope: 'data.read',
    tagged: 'content',
    response: z.array(
      z
        .object({
          id: id.describe('The id of the connection.'),
          item_id: id.describe('The id for `/aggregator/items/{id}`; the same as `id`.'),
          provider: bankProviderName.describe(
            '`provider_a` is SimpleFIN, `provider_b` is Plaid. Extension: `provider_c` is Enable Banking.',
          ),
          institution_name: z
            .string()
            .nullable()
            .describe('The name of the bank; null if the connection has several, or none yet.'),
          status: connectionStatus.describe(
            'Anything but `healthy` and `syncing` has an `error`. `degraded`: one of its banks is at fault. ' +
              '`reauth_required`: its owner must connect again.',
          ),
          is_owner: z.boolean().describe('True if the key’s member made the connection.'),
          account_count: z.int().describe('The number of accounts in its catalog.'),
          subscribed_account_count: z.int().describe('The number of accounts that are selected.'),
          institutions: z
            .array(
              z.object({
                name: z.string().describe('The name of the bank.'),
                status: z
                  .string()
                  .describe('`healthy`, `stale` (nothing new for three days), or what is wrong.'),
                message: z.string().nullable().describe('What is wrong, in words; null: nothing.'),
              }),
            )
            .describe('The banks of the connection.'),
          last_synced_at: common.last_synced_at,
          last_attempt_at: common.last_attempt_at,
          next_sync_at: instant
            .nullable()
            .describe('When the next import is due, in UTC; null: none is planned.'),
          consent_expires_at: instant
            .nullable()
            .describe('When the bank’s consent ends, in UTC; null if that is not known.'),
          error: connectionError,
          created_at: common.created_at,
        })
        .meta({ id: 'Connection' }),
    ),
  }),
  listCatalog: endpoint({
    method: 'GET',
    path: '/aggregator/items/{id}/accounts',
    tag: 'Connections',
    summary: 'Read the saved selection',
    description: 'The provider is not contacted.',
    scope: 'data.read',
    refusals: ['resource_not_found'],
    params,
    tagged: 'content',
    response: selection,
  }),
  replaceSelection: endpoint({
    method: 'PUT',
    path: '/aggregator/items/{id}/accounts',
    tag: 'Connections',
    summary: 'Replace the selection of accounts to import',
    description:
      'Connection owner only. Keeps history and cursors and schedules imports; an empty selection pauses all requests.',
    scope: 'data.write',
    refusals: ['resource_not_found', 'not_connection_owner'],
    params,
    body: z.strictObject({
      account_ids: z
        .array(id)
        .max(500)
        .describe('The catalog ids of all accounts to import; an empty list selects none.'),
    }),
    response: selection,
  }),
  discoverAccounts: endpoint({
    method: 'POST',
    path: '/aggregator/items/{id}/discover',
    tag: 'Connections',
    summary: 'Ask the provider which accounts there are',
    description:
      'Connection owner only. Balances only: consumes one request of the provider’s quota, subscribes nothing, imports nothing.',
    scope: 'data.write',
    transaction: 'none',
    refusals: ['resource_not_found', 'not_connection_owner', 'provider_quota_exhausted'],
    params,
    response: selection,
  }),
}
