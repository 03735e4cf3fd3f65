import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'
import { judgeQuota, type QuotaState, type QuotaVerdict } from '#/sources/simplefin/quota.ts'
import { judgeUpdates } from '#/sources/plaid/quota.ts'
import { judgeVisits } from '#/sources/enable-banking/quota.ts'
import { ProviderFailure } from '#/sources/provider/provider.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { type BankProvider, ENABLE_BANKING, SIMPLEFIN } from '#/sources/provider/bank-provider.ts'

/** The connection to ask, and on whose behalf: the schedule leaves a reserve for people. */
export type RequestFor = {
  readonly householdId: string
  readonly connectionId: string
  readonly purpose: 'connect' | 'discover' | 'schedule' | 'manual' | 'present'
}

/** Requests sent for a connection. `last` is the id of the newest, by which concurrent requests are detected. */
export type SentRequests = Omit<QuotaState, 'now'> & {
  readonly provider: BankProvider
  readonly last: string | null
}

/** Thrown before a request is sent, by our own limit or a wait that the provider asked for. */
export class GateClosed extends ProviderFailure {
  override name = 'GateClosed'

  constructor(retryAfterSeconds: number) {
    super('quota', 'The provider accepts no more requests for now.', retryAfterSeconds)
  }
}

/**
 * Counts a request before it is sent, in a separate statement, so that a crash still counts it. `known` saves a query;
 * it is read again when another process has asked since. Returns the requests including this one. Throws GateClosed
 * with the exact wait in seconds when the provider may not be asked.
 */
export async function spendRequest(
  runtime: Runtime,
  request: RequestFor,
  known: SentRequests | null = null,
): Promise<SentRequests> {
  for (let sent = known; ; sent = null) {
    const now = runtime.now()
    const current: SentRequests = sent ?? (await loadSentRequests(runtime.db, request, now))
    const verdict = judgeSent(current, request, now)
    if (!verdict.allowed) throw new GateClosed(verdict.retryAfterSeconds)
    const id = runtime.newId()
    const { numAffectedRows } = await sql`
      with counted as (
        update connections set last_request_id = ${id}
        where household_id = ${request.householdId} and id = ${request.connectionId}
          and last_request_id is not distinct from ${current.last}::uuid
        returning id
      )
      insert into provider_requests (household_id, connection_id, id, sent_at, purpose)
      select ${request.householdId}::uuid, id, ${id}, ${now}, ${request.purpose} from counted`.execute(
      runtime.db,
    )
    if (numAffectedRows === 1n) {
      const counted = isCounted(current.provider, request) ? [now] : []
      return { ...current, last: id, requests: [...current.requests, ...counted] }
    }
  }
}

/** Visits to European banks while a person is there count towards no limit. */
function isCounted(provider: BankProvider, { purpose }: RequestFor): boolean {
  return provider !== ENABLE_BANKING || purpose !== 'present'
}

/** The same as SQL, of a request `r` of the connection `c`. */
export const isCountedRequest = sql`(c.provider <> ${ENABLE_BANKING} or r.purpose <> 'present')`

/** Reads the quota of a connection: may it be asked now, and how many requests are left in its rolling day. */
export async function readQuota(
  db: Database,
  request: RequestFor,
  now: Temporal.Instant,
): Promise<QuotaVerdict> {
  return judgeSent(await loadSentRequests(db, request, now), request, now)
}

function judgeSent(
  sent: SentRequests,
  { purpose }: RequestFor,
  now: Temporal.Instant,
): QuotaVerdict {
  const whom = purpose === 'schedule' || purpose === 'present' ? purpose : 'person'
  return checkQuota(sent.provider, { ...sent, now }, whom)
}

/** Applies the quota of the provider to the requests so far. */
export function checkQuota(
  provider: BankProvider,
  state: QuotaState,
  purpose: 'schedule' | 'person' | 'present',
): QuotaVerdict {
  if (provider === ENABLE_BANKING) return judgeVisits(state, purpose)
  if (provider !== SIMPLEFIN) return judgeUpdates(state)
  return judgeQuota(state, purpose === 'schedule' ? 'schedule' : 'person')
}

/** Requests as PostgreSQL writes them, instants as text. */
export type WrittenRequests = Omit<SentRequests, 'requests' | 'throttledUntil'> & {
  readonly requests: readonly string[]
  readonly throttledUntil: string | null
}

/** Selects the requests of the connection `c` in the last 24 hours. */
export function sentRequestsJson(
  householdId: string,
  now: Temporal.Instant,
): RawBuilder<WrittenRequests> {
  return sql`json_build_object('provider', c.provider, 'last', c.last_request_id,
    'throttledUntil', c.throttled_until, 'requests', (
      select coalesce(json_agg(r.sent_at), '[]') from provider_requests r
      where r.household_id = ${householdId} and r.connection_id = c.id
        and ${isCountedRequest} and r.sent_at > ${now.subtract({ hours: 24 })}))`
}

export function readSentRequests({
  throttledUntil,
  requests,
  ...same
}: WrittenRequests): SentRequests {
  return {
    ...same,
    requests: requests.map((at) => Temporal.Instant.from(at)),
    throttledUntil: throttledUntil === null ? null : Temporal.Instant.from(throttledUntil),
  }
}

async function loadSentRequests(
  db: Database,
  { householdId, connectionId }: RequestFor,
  now: Temporal.Instant,
): Promise<SentRequests> {
  const { rows } = await sql<{ sent: WrittenRequests }>`
    select ${sentRequestsJson(householdId, now)} as sent from connections c
    where c.household_id = ${householdId} and c.id = ${connectionId}`.execute(db)
  const [found] = rows
  if (!found) throw new Error(`there is no connection ${connectionId}`)
  return readSentRequests(found.sent)
}

/**
 * Refuses requests for as many seconds as the provider asked for: schedule, discovery and sync alike. A longer wait
 * that is already set stays.
 */
export async function closeGate(
  { db, now }: Pick<Runtime, 'db' | 'now'>,
  { householdId, connectionId }: Pick<RequestFor, 'householdId' | 'connectionId'>,
  seconds: number,
): Promise<void> {
  await sql`
    update connections set throttled_until = greatest(throttled_until, ${now().add({ seconds })}::timestamptz)
    where household_id = ${householdId} and id = ${connectionId}`.execute(db)
}
