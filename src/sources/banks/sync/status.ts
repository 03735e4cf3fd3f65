import { sql } from 'kysely'
import { faultOf, type Status } from '#/sources/banks/connections/status.ts'
import { writeInstant } from '#/platform/contract/fields.ts'
import { REQUESTS_PER_DAY } from '#/sources/simplefin/quota.ts'
import { VISITS_PER_DAY } from '#/sources/enable-banking/quota.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { sync } from './contract.ts'
import { checkQuota, isCountedRequest } from '#/sources/banks/connections/quota-gate.ts'
import {
  type BankProvider,
  bankProviders,
  ENABLE_BANKING,
  SIMPLEFIN,
} from '#/sources/provider/bank-provider.ts'

type State = 'idle' | 'queued' | 'syncing' | 'error' | 'not_connected'
type ConnectionRow = {
  provider: BankProvider
  status: Status
  status_message: string | null
  lease_until: Temporal.Instant | null
  next_sync_at: Temporal.Instant | null
  throttled_until: Temporal.Instant | null
  last_attempt_at: Temporal.Instant | null
  last_success_at: Temporal.Instant | null
  /** Instants of the requests in the last 24 hours. */
  sent: string[]
}

/** `GET /sync/status`. */
export const showSyncStatus: Handle<typeof sync.showSyncStatus> = async (call) => {
  const now = call.now()
  const { rows } = await sql<ConnectionRow>`
    select provider, status, status_message, lease_until, next_sync_at, throttled_until,
      last_attempt_at, last_success_at,
      coalesce((select json_agg(r.sent_at) from provider_requests r
        where r.household_id = ${call.caller.householdId} and r.connection_id = c.id
          and ${isCountedRequest} and r.sent_at > ${now.subtract({ hours: 24 })}), '[]') as sent
    from connections c where household_id = ${call.caller.householdId} order by created_at, id`.execute(
    call.db,
  )
  const providers = bankProviders.map((provider) => {
    return describe(
      provider,
      rows.filter((row) => row.provider === provider),
      now,
    )
  })
  return {
    status: worst(providers.map(({ status }) => status)),
    last_synced_at: write(latest(rows.map((row) => row.last_success_at))),
    next_scheduled_at: write(earliest(rows.map((row) => row.next_sync_at))),
    providers: providers.filter(({ connection_count }) => connection_count > 0),
  }
}

function describe(provider: BankProvider, rows: readonly ConnectionRow[], now: Temporal.Instant) {
  const quotas = rows.map((row) => {
    const requests = row.sent.map((at) => Temporal.Instant.from(at))
    return checkQuota(provider, { now, requests, throttledUntil: row.throttled_until }, 'person')
  })
  // The most limited of several connections decides: all of them allow its number of requests.
  const tightest = quotas.toSorted((a, b) => a.remaining - b.remaining)[0]
  const blocked = quotas.length > 0 && quotas.every(({ allowed }) => !allowed)
  const waits = quotas.flatMap((quota) => (quota.allowed ? [] : quota.retryAfterSeconds))
  const limit = limits.get(provider)
  const fault = rows.map(faultOf).find((one) => one !== null)
  return {
    provider,
    status: worst(rows.map((row) => stateOf(row, now))),
    connection_count: rows.length,
    last_synced_at: write(latest(rows.map((row) => row.last_success_at))),
    last_attempt_at: write(latest(rows.map((row) => row.last_attempt_at))),
    next_allowed_at: blocked ? write(now.add({ seconds: Math.min(...waits) })) : null,
    quota:
      limit !== undefined && tightest
        ? {
            limit,
            remaining: tightest.remaining,
            resets_at: write(tightest.resetsAt),
          }
        : null,
    error: fault ?? null,
  }
}

/** Requests in a rolling day, of providers that limit them so. */
const limits = new Map<BankProvider, number>([
  [SIMPLEFIN, REQUESTS_PER_DAY],
  [ENABLE_BANKING, VISITS_PER_DAY],
])

function stateOf(row: ConnectionRow, now: Temporal.Instant): State {
  if (row.lease_until && Temporal.Instant.compare(row.lease_until, now) > 0) return 'syncing'
  if (row.next_sync_at && Temporal.Instant.compare(row.next_sync_at, now) <= 0) return 'queued'
  return row.status === 'healthy' ? 'idle' : 'error'
}

/** Returns the state that matters most to a reader. */
function worst(states: readonly State[]): State {
  const order = ['syncing', 'queued', 'error', 'idle'] as const
  return order.find((state) => states.includes(state)) ?? 'not_connected'
}

function latest(moments: readonly (Temporal.Instant | null)[]): Temporal.Instant | null {
  return sorted(moments).at(-1) ?? null
}

function earliest(moments: readonly (Temporal.Instant | null)[]): Temporal.Instant | null {
  return sorted(moments)[0] ?? null
}

function sorted(moments: readonly (Temporal.Instant | null)[]): Temporal.Instant[] {
  return moments.filter((at) => at !== null).toSorted((a, b) => Temporal.Instant.compare(a, b))
}

function write(moment: Temporal.Instant | null): string | null {
  return moment === null ? null : writeInstant(moment)
}
