import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'
import { judgeQuota, type QuotaState, type QuotaVerdict } from '#/sources/simplefin/quota.ts'
import { judgeUpdates } from '#/sources/plaid/quota.ts'
import { ProviderFailure } from '#/sources/provider/provider.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** Which connection is asked, and on whose behalf: the schedule leaves a reserve for people. */
export type Asking = {
  readonly householdId: string
  readonly connectionId: string
  readonly purpose: 'connect' | 'discover' | 'schedule' | 'manual'
}

/** What was asked of a connection's provider, as of the request that was counted last. */
export type Ledger = Omit<QuotaState, 'now'> & {
  readonly provider: 'provider_a' | 'provider_b'
  readonly last: string | null
}

/** Our own gate refuses the request: the provider has not been asked. */
export class GateClosed extends ProviderFailure {
  override name = 'GateClosed'

  constructor(retryAfterSeconds: number) {
    super('quota', 'The provider accepts no more requests for now.', retryAfterSeconds)
  }
}

/**
 * Counts a request before it is sent, in a statement of its own, so that a crash still counts it. `known` saves looking:
 * where others have asked since, it is not taken. Answers the ledger after it. Throws GateClosed with the exact wait when the
 * provider may not be asked.
 */
export async function spendRequest(
  runtime: Runtime,
  asking: Asking,
  known: Ledger | null = null,
): Promise<Ledger> {
  for (let ledger = known; ; ledger = null) {
    const now = runtime.now()
    const current: Ledger = ledger ?? (await loadLedger(runtime.db, asking, now))
    const verdict = judgeLedger(current, asking, now)
    if (!verdict.allowed) throw new GateClosed(verdict.retryAfterSeconds)
    const id = runtime.newId()
    const { numAffectedRows } = await sql`
      with counted as (
        update connections set last_request_id = ${id}
        where household_id = ${asking.householdId} and id = ${asking.connectionId}
          and last_request_id is not distinct from ${current.last}::uuid
        returning household_id, id
      )
      insert into provider_requests (household_id, connection_id, id, sent_at, purpose)
      select household_id, id, ${id}, ${now}, ${asking.purpose} from counted`.execute(runtime.db)
    if (numAffectedRows === 1n)
      return { ...current, last: id, requests: [...current.requests, now] }
  }
}

/** Whether a connection may be asked now, and what is left of its rolling day. */
export async function readQuota(
  db: Database,
  asking: Asking,
  now: Temporal.Instant,
): Promise<QuotaVerdict> {
  return judgeLedger(await loadLedger(db, asking, now), asking, now)
}

function judgeLedger(ledger: Ledger, { purpose }: Asking, now: Temporal.Instant): QuotaVerdict {
  return judge(ledger.provider, { ...ledger, now }, purpose === 'schedule' ? 'schedule' : 'person')
}

/** What a provider allows now, each by its own rule. */
export function judge(
  provider: 'provider_a' | 'provider_b',
  state: QuotaState,
  purpose: 'schedule' | 'person',
): QuotaVerdict {
  return provider === 'provider_a' ? judgeQuota(state, purpose) : judgeUpdates(state)
}

/** A ledger as PostgreSQL writes it, instants as text. */
export type WrittenLedger = Omit<Ledger, 'requests' | 'throttledUntil'> & {
  readonly requests: readonly string[]
  readonly throttledUntil: string | null
}

/** The ledger of the connection `c`. */
export function ledgerJson(now: Temporal.Instant): RawBuilder<WrittenLedger> {
  return sql`json_build_object('provider', c.provider, 'last', c.last_request_id,
    'throttledUntil', c.throttled_until, 'requests', (
      select coalesce(json_agg(r.sent_at), '[]') from provider_requests r
      where r.household_id = c.household_id and r.connection_id = c.id
        and r.sent_at > ${now.subtract({ hours: 24 })}))`
}

export function readLedger({ throttledUntil, requests, ...same }: WrittenLedger): Ledger {
  return {
    ...same,
    requests: requests.map((at) => Temporal.Instant.from(at)),
    throttledUntil: throttledUntil === null ? null : Temporal.Instant.from(throttledUntil),
  }
}

async function loadLedger(
  db: Database,
  { householdId, connectionId }: Asking,
  now: Temporal.Instant,
): Promise<Ledger> {
  const { rows } = await sql<{ ledger: WrittenLedger }>`
    select ${ledgerJson(now)} as ledger from connections c
    where c.household_id = ${householdId} and c.id = ${connectionId}`.execute(db)
  const [found] = rows
  if (!found) throw new Error(`there is no connection ${connectionId}`)
  return readLedger(found.ledger)
}

/**
 * Keeps the gate of a connection closed for as long as its provider asks for: no schedule, discovery or sync asks it
 * before. A wait that ends later stays.
 */
export async function closeGate(
  { db, now }: Pick<Runtime, 'db' | 'now'>,
  { householdId, connectionId }: Pick<Asking, 'householdId' | 'connectionId'>,
  seconds: number,
): Promise<void> {
  await sql`
    update connections set throttled_until = greatest(throttled_until, ${now().add({ seconds })}::timestamptz)
    where household_id = ${householdId} and id = ${connectionId}`.execute(db)
}
