import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { cents, id, instant } from '#/platform/contract/fields.ts'

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
    account_id: id.nullable(),
    name: z.string(),
    type: z.string(),
    subtype: z.string().nullable(),
    currency: z.string(),
    balance: cents.nullable(),
    mask: z.string().nullable(),
    institution_name: z.string().nullable(),
    subscribed: z.boolean(),
    available: z.boolean(),
    may_be_account_id: id
      .nullable()
      .describe('An account that is no longer listed and may be this one under a previous id.'),
    discovered_at: instant,
  })
  .meta({ id: 'AggregatorAccount' })

export const selection = z
  .object({ item_id: id, selected_count: z.int(), accounts: z.array(catalogAccount) })
  .meta({ id: 'AggregatorSelection' })

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
          id,
          item_id: id,
          provider: z.enum(['provider_a', 'provider_b']),
          institution_name: z.string().nullable(),
          status: connectionStatus,
          is_owner: z.boolean(),
          account_count: z.int(),
          subscribed_account_count: z.int(),
          institutions: z.array(
            z.object({
              name: z.string(),
              status: z
                .string()
                .describe('`healthy`, `stale` (nothing new for three days), or what is wrong.'),
              message: z.string().nullable(),
            }),
          ),
          last_synced_at: instant.nullable(),
          last_attempt_at: instant.nullable(),
          next_sync_at: instant.nullable(),
          consent_expires_at: instant.nullable(),
          error: z.object({ code: z.string(), message: z.string() }).nullable(),
          created_at: instant,
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
    params: z.strictObject({ id }),
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
    params: z.strictObject({ id }),
    body: z.strictObject({ account_ids: z.array(id).max(500) }),
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
    params: z.strictObject({ id }),
    response: selection,
  }),
}
