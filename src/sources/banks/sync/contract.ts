import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { id, instant } from '#/platform/contract/fields.ts'

const provider = z.enum(['provider_a', 'provider_b'])
const state = z.enum(['idle', 'queued', 'syncing', 'error', 'not_connected'])

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
        last_synced_at: instant.nullable(),
        next_scheduled_at: instant.nullable(),
        providers: z.array(
          z.object({
            provider,
            status: state,
            connection_count: z.int(),
            last_synced_at: instant.nullable(),
            last_attempt_at: instant.nullable(),
            next_allowed_at: instant.nullable(),
            quota: z
              .object({ limit: z.int(), remaining: z.int(), resets_at: instant.nullable() })
              .nullable(),
            error: z.object({ code: z.string(), message: z.string() }).nullable(),
          }),
        ),
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
    body: z.strictObject({ provider: provider.optional() }),
    response: z
      .object({
        sync_id: id,
        status: z.enum(['queued', 'already_running', 'nothing_to_sync']),
        requested_at: instant,
        providers: z.array(
          z.object({
            provider,
            status: z.enum(['queued', 'already_running', 'skipped', 'nothing_to_sync']),
            connection_count: z.int(),
            reason: z.string().nullable(),
            retry_after: z.int().nullable(),
          }),
        ),
      })
      .meta({ id: 'SyncRequest' }),
  }),
}
