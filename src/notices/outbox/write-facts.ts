import { sql } from 'kysely'
import { toDay } from '#/core/values/day.ts'
import type { Database } from '#/platform/database/database.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { NoticeKind } from '#/core/values/notice-kinds.ts'
import { dated, doesLast, type Fact, isUrgent, wants } from '#/notices/rules/kinds.ts'
import { type Hours, sendingTime } from '#/notices/rules/when.ts'

/** The parts of the runtime that writing facts needs. `db` is the transaction in which the facts become true. */
export type FactContext = Pick<Runtime, 'db' | 'now' | 'newId'>

type Reader = Hours & {
  readonly member_id: string
  readonly kinds: string[]
  readonly free_below: number | null
  readonly large_from: number | null
  readonly ways: string[]
}

/**
 * Stores facts of a household and queues them for each member who wants them, by each of their ways. A fact that is stored
 * already is left as it is, so two finders of one fact make one notice; one that nobody wants is not stored. Without
 * members who want notices this costs one statement, and none without facts.
 */
export async function writeFacts(
  context: FactContext,
  householdId: string,
  facts: readonly Fact[],
): Promise<void> {
  if (facts.length === 0) return
  const readers = await listReaders(context.db, householdId)
  if (readers.length === 0) return
  const now = context.now()
  const wanted = facts.filter((fact) => readers.some((reader) => isFor(reader, fact)))
  if (wanted.length === 0) return
  const rows = wanted.map((fact) => ({ id: context.newId(), ...fact, lasts: doesLast(fact.kind) }))
  const { rows: stored } = await sql<{ id: string }>`
    insert into notices (household_id, id, kind, about, key, member_id, facts, lasts, at)
    select ${householdId}, f.id, f.kind, f.about, f.key, f."memberId", f.facts, f.lasts, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f (id uuid, kind text, about text, key text,
      "memberId" uuid, facts jsonb, lasts boolean)
    on conflict (household_id, kind, key) do nothing
    returning id`.execute(context.db)
  const fresh = new Set(stored.map(({ id }) => id))
  const deliveries = rows
    .filter(({ id }) => fresh.has(id))
    .flatMap((fact) => readers.flatMap((reader) => deliveriesTo(reader, fact, now)))
  if (deliveries.length === 0) return
  await sql`
    insert into notice_deliveries (household_id, way_id, notice_id, state, grouped, due_at, attempts)
    select ${householdId}, d.way, d.notice, 'queued', d.grouped, d.at, 0
    from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb) as d (way uuid, notice uuid,
      grouped boolean, at timestamptz)`.execute(context.db)
}

function deliveriesTo(
  reader: Reader,
  fact: Omit<Fact, 'key'> & { readonly id: string },
  now: Temporal.Instant,
) {
  if (!isFor(reader, fact)) return []
  const { at, grouped } = sendingTime(now, reader, {
    isUrgent: isUrgent(fact.kind),
    lastDay: dated.includes(fact.kind) ? toDay(fact.facts.day!) : null,
  })
  return reader.ways.map((way) => ({ way, notice: fact.id, grouped, at: String(at) }))
}

function isFor(reader: Reader, fact: Omit<Fact, 'key'>): boolean {
  return (fact.memberId === null || fact.memberId === reader.member_id) && wants(reader, fact)
}

async function listReaders(db: Database, householdId: string): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select s.member_id, s.kinds, s.free_below, s.large_from, s.quiet_from, s.quiet_until, s.digest,
      s.digest_hour, h.timezone as zone, array(
        select w.id::text from notice_ways w where w.household_id = ${householdId}
          and w.member_id = s.member_id and w.gone_at is null) as ways
    from notice_settings s
    join members m on m.household_id = ${householdId} and m.id = s.member_id and m.removed_at is null
    join households h on h.household_id = ${householdId}
    where s.household_id = ${householdId} and cardinality(s.kinds) > 0`.execute(db)
  return rows
}

/** A condition that is true now. Without `key` it has no natural episode, and begins again after a day without it. */
export type Condition = Omit<Fact, 'key'> & { readonly key: string | null }

/** Hours within which a condition that comes back is the same: free money around an amount is one notice, not ten. */
const SAME_HOURS = 24

type Open = {
  readonly id: string
  readonly kind: NoticeKind
  readonly about: string
  readonly key: string
  readonly ended_at: Temporal.Instant | null
}

/**
 * Stores which conditions of these kinds are true now: new ones become notices, those that are no longer true end, and one
 * that comes back within a day goes on without another message.
 */
export async function settleConditions(
  context: FactContext,
  householdId: string,
  given: { readonly kinds: readonly NoticeKind[]; readonly conditions: readonly Condition[] },
): Promise<void> {
  const now = context.now()
  const keys = given.conditions.flatMap(({ key }) => key ?? [])
  const { rows: known } = await sql<Open>`
    select id, kind, about, key, ended_at from notices
    where household_id = ${householdId} and kind = any(${given.kinds}::text[]) and lasts
      and (ended_at is null or ended_at > ${now.subtract({ hours: SAME_HOURS })} or key = any(${keys}::text[]))
    order by at desc`.execute(context.db)
  const still = new Map<string, Condition>()
  const fresh: Fact[] = []
  for (const condition of given.conditions) {
    const same = known.find(
      ({ kind, about, key }) =>
        kind === condition.kind &&
        (condition.key === null ? about === condition.about : key === condition.key),
    )
    if (same) still.set(same.id, condition)
    else fresh.push({ ...condition, key: condition.key ?? `${condition.about} ${String(now)}` })
  }
  const back = known.filter(({ id, ended_at }) => ended_at !== null && still.has(id))
  const going = [...still].map(([id, { facts }]) => ({ id, facts }))
  const ended = known.filter(({ id, ended_at }) => ended_at === null && !still.has(id))
  await sql`
    update notices n set ended_at = null, facts = g.facts
    from jsonb_to_recordset(${JSON.stringify(going)}::jsonb) as g (id uuid, facts jsonb)
    where n.household_id = ${householdId} and n.id = g.id
      and (n.ended_at is not null or n.facts <> g.facts)`.execute(context.db)
  await sql`
    update notices set ended_at = ${now}
    where household_id = ${householdId} and id = any(${ended.map(({ id }) => id)}::uuid[])`.execute(
    context.db,
  )
  await queueAgain(
    context,
    householdId,
    back.map(({ id }) => ({ id, fact: still.get(id)! })),
  )
  await writeFacts(context, householdId, fresh)
}

/** Queues the messages of conditions that are true again, if the first time was over before they were sent. */
async function queueAgain(
  context: FactContext,
  householdId: string,
  back: readonly { readonly id: string; readonly fact: Condition }[],
): Promise<void> {
  if (back.length === 0) return
  const readers = await listReaders(context.db, householdId)
  const now = context.now()
  const deliveries = back.flatMap(({ id, fact }) =>
    readers.flatMap((reader) => deliveriesTo(reader, { ...fact, id }, now)),
  )
  await sql`
    update notice_deliveries d set state = 'queued', due_at = g.at, grouped = g.grouped, ended_at = null
    from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb) as g (way uuid, notice uuid,
      grouped boolean, at timestamptz)
    where d.household_id = ${householdId} and d.way_id = g.way and d.notice_id = g.notice
      and d.state = 'cancelled' and d.attempts = 0`.execute(context.db)
}
