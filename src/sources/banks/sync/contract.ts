import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { common, connectionError } from '#/platform/contract/common-fields.ts'
import { bankProviderName, id, instant } from '#/platform/contract/fields.ts'

const provider = bankProviderName
const PROVIDERS =
  '`provider_a` is SimpleFIN, `provider_b` is Plaid. Extension: `provider_c` is Enable Banking.'
const state = z
  .enum(['idle', 'queued', 'syncing', 'error', 'not_connected'])
  .describe('The state that matters most: `syncing`, then `queued`, `error`, `idle`.')
const connection_count = z.int().describe('The number of connections that this counts.')

export const sync = {
  showSyncStatus: endpoint({
    method: 'GET',
    path: '/sync/status',
    tag: 'Sync',
    summary: 'Show the state of every provider',
    scope: 'data.read',
    tagged: 'content',
    response: z
      .object({
        status: state,
        last_synced_at: common.last_synced_at,
        next_scheduled_at: instant
          .nullable()
          .describe('When the next import is due, in UTC; null: none is planned.'),
        providers: z
          .array(
            z.object({
              provider: provider.describe(PROVIDERS),
              status: state,
              connection_count,
              last_synced_at: common.last_synced_at,
              last_attempt_at: common.last_attempt_at,
              next_allowed_at: instant
                .nullable()
                .describe('When the provider may be asked again, in UTC; null: now.'),
              quota: z
                .object({
                  limit: z.int().describe('Requests that a connection may make in 24 hours.'),
                  remaining: z
                    .int()
                    .describe('Requests left; of several connections, to the one with the fewest.'),
                  resets_at: instant
                    .nullable()
                    .describe(
                      'When the oldest counted request no longer counts, in UTC; null: none counts.',
                    ),
                })
                .nullable()
                .describe('The provider’s limit of requests; null if it has none.'),
              error: connectionError,
            }),
          )
          .describe('The providers that have a connection.'),
      })
      .meta({ id: 'SyncStatus' }),
  }),
  requestSync: endpoint({
    method: 'POST',
    path: '/sync',
    tag: 'Sync',
    summary: 'Ask connected providers for new transactions',
    description:
      'Without `provider`, every connected one. Answers at once; the import runs in the background.',
    scope: 'data.write',
    refusals: ['provider_quota_exhausted'],
    body: z.strictObject({
      provider: provider.optional().describe('Asks the connections of this provider only.'),
    }),
    response: z
      .object({
        sync_id: id.describe('Identifies this request.'),
        status: z
          .enum(['queued', 'already_running', 'nothing_to_sync'])
          .describe('`queued` if at least one connection was queued.'),
        requested_at: instant.describe('The moment of the request, in UTC.'),
        providers: z
          .array(
            z.object({
              provider: provider.describe(PROVIDERS),
              status: z
                .enum(['queued', 'already_running', 'skipped', 'nothing_to_sync'])
                .describe('`skipped`: `reason` says why the provider is not asked.'),
              connection_count,
              reason: z
                .string()
                .nullable()
                .describe(
                  'Why nothing was queued: `no_accounts_selected`, `synced_recently`, `provider_quota_exhausted`, or the status of the connection; null: nothing hinders it.',
                ),
              retry_after: z
                .int()
                .nullable()
                .describe('Whole seconds after which it may be asked again; null: not limited.'),
            }),
          )
          .describe('What was done for each provider.'),
      })
      .meta({ id: 'SyncRequest' }),
  }),
}
