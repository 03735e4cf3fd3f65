import { sql } from 'kysely'
import type { FollowedEntry } from '#/sources/provider/catalog.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import type { ProviderTransaction } from '#/sources/provider/provider.ts'
import { mapInTurns } from '#/sources/provider/take-turns.ts'
import { resettle } from '#/budget/transactions/writing/settle.ts'
import { addDays, type Day, dayAt } from '#/core/values/day.ts'
import { findKnown } from './adopt.ts'
import { classify } from './classify.ts'
import { describeRows } from './describe-rows.ts'
import { findRelinked } from './find-relinked.ts'
import { contentHash, LATE_DAYS, type Mirror, REMEMBERED_DAYS } from './mirror.ts'
import { setAside } from './free-ids.ts'
import { suggestMatches } from './suggest-matches.ts'
import { merchantOfRow } from './read-row.ts'
import { updateImported } from './update-imported.ts'

export type Imported = {
  readonly added: number
  readonly updated: number
  /** The transactions that nobody knew before, for whoever announces them; none of an account's history. */
  readonly observed: readonly Observed[]
  /** Ids that the source has given to another payment. */
  readonly reused: number
}
export type Observed = { readonly id: string; readonly bookedOn: Day }
type Unit = {
  readonly entry: FollowedEntry
  readonly rows: readonly ProviderTransaction[]
  /** The account's first import is not whole yet: its rows move no money and announce nothing. */
  readonly isHistory: boolean
  /** Whether a pending payment that is not listed may be the one that a new booking settles. */
  readonly mayHaveGone?: (mirror: Mirror) => boolean
  /** Only their own ids can know the rows (`judge-apart.ts`). */
  readonly standApart?: boolean
  /** Where the rows come from, if not from what the account belongs to. */
  readonly provider?: 'wallet' | 'import'
  /** The import of a file that brings the rows. */
  readonly importId?: string
}

/** The most rows in one statement. */
const CHUNK = 2000

/** So many new rows in one statement may make a table another one than it was. */
const MANY = 1000

/** Stores the rows of one account: new ones as transactions, known ones as changes to theirs. */
export async function importRows(writer: WriteContext, unit: Unit): Promise<Imported> {
  if (unit.rows.length === 0) return { added: 0, updated: 0, observed: [], reused: 0 }
  const mirrors = await loadMirrors(writer, unit)
  const relinked = await recogniseRelinked(writer, unit, mirrors)
  const rest = unit.rows.filter((row) => !relinked.has(row))
  const retold = new Set([...relinked.values()].map(({ externalId }) => externalId))
  const others = mirrors.filter(({ externalId }) => !retold.has(externalId))
  const { rows: classified, maybes } = classify(rest, others, {
    merchantOf: merchantOfRow,
    ...(unit.mayHaveGone && { mayHaveGone: unit.mayHaveGone }),
  })
  const asOthers = classified.filter((one) => one.kind === 'reused')
  const reused = await setAside(writer, unit.entry, asOthers)
  const unseen = classified.filter(({ kind }) => kind === 'new').map(({ row }) => row)
  const unknown = [...unseen, ...reused]
  const { known, maybes: doubts } = unit.standApart
    ? { known: new Map<ProviderTransaction, Mirror>(), maybes: [] }
    : await findKnown(writer, unit.entry, unknown)
  const fresh = unknown.filter((row) => !known.has(row))
  const observed: Observed[] = []
  for (let start = 0; start < fresh.length; start += CHUNK) {
    observed.push(...(await insertRows(writer, unit, fresh.slice(start, start + CHUNK))))
  }
  const told = classified.filter(({ kind }) => kind === 'changed' || kind === 'replacement')
  const adopted = [...relinked, ...known].map(([row, mirror]) => ({ row, mirror }))
  await updateRows(writer, unit.entry, [...(told as readonly Told[]), ...adopted])
  await suggestMatches(writer, unit.entry, [...maybes, ...doubts])
  const updated = told.length + adopted.length
  return { added: fresh.length, updated, observed, reused: reused.length }
}

/**
 * Which rows under new ids are known from before their account came back. They are told apart before anything else is: what
 * agrees with a booking that is known is no booking of a pending payment. Of what is news, only what is booked long ago can be
 * such a row: a new login that tells its history late.
 */
async function recogniseRelinked(
  writer: WriteContext,
  { entry, rows, isHistory, standApart = false }: Unit,
  mirrors: readonly Mirror[],
): Promise<ReadonlyMap<ProviderTransaction, Mirror>> {
  if (standApart) return new Map()
  const late = addDays(dayAt(writer.now(), writer.caller.zone), -LATE_DAYS)
  const listed = new Set(rows.map(({ externalId }) => externalId))
  const known = new Set(mirrors.map(({ externalId }) => externalId))
  const unseen = rows.filter(
    ({ externalId, bookedOn }) => !known.has(externalId) && (isHistory || bookedOn < late),
  )
  return findRelinked(writer, entry, { rows: unseen, listed })
}

/** A row of which the provider says something else now, and the transaction that it has been. */
export type Told = { readonly row: ProviderTransaction; readonly mirror: Mirror }

/** Tells transactions anew, each by its row. */
export async function updateRows(
  writer: WriteContext,
  entry: FollowedEntry,
  told: readonly Told[],
): Promise<void> {
  const rows = told.map(({ row }) => row)
  const described = await describeRows(writer, entry.accountId, rows)
  for (const [index, one] of told.entries()) {
    await updateImported(writer, entry, { ...one, described: described[index]! })
  }
}

/**
 * The mirrors of the rows' own ids, and, unless they stand apart, of every pending that is still open, and of those that
 * went lately.
 */
async function loadMirrors(
  writer: WriteContext,
  { entry, rows, standApart = false }: Unit,
): Promise<Mirror[]> {
  const ids = idsOf(rows)
  const found = new Map<string, Mirror>()
  for (let start = 0; start === 0 || start < ids.length; start += CHUNK) {
    const part = ids.slice(start, start + CHUNK)
    const some = await findMirrors(writer, entry, { ids: part, withPending: !standApart })
    for (const mirror of some) found.set(mirror.externalId, mirror)
  }
  return [...found.values()]
}

/**
 * Looks the ids up one by one: joined as PostgreSQL likes while it knows nothing of a table that this very transaction
 * fills, they cost the whole table each time.
 */
async function findMirrors(
  { db, caller, now }: WriteContext,
  entry: FollowedEntry,
  { ids, withPending }: { readonly ids: readonly string[]; readonly withPending: boolean },
): Promise<Mirror[]> {
  const remembered = now().subtract({ hours: 24 * REMEMBERED_DAYS })
  const { rows: found } = await sql<Mirror>`
    select m.external_id as "externalId", m.status, m.amount, m.booked_on as "bookedOn", m.merchant,
      m.content_hash as "contentHash", m.removed_at is not null and exists (
        select from provider_transactions o
        where o.household_id = m.household_id and o.transaction_id = m.transaction_id
          and o.provider_account_id = m.provider_account_id and o.removed_at is null) as "isClaimed",
      case when t.deleted_at is not null then
        case when 'deleted_at' = any (t.edited) then 'person' else 'bank' end end as deleted,
      m.transaction_id as "transactionId"
    from (
      select unnest(${ids}::text[]) as id
      union
      select p.external_id from provider_transactions p
      where p.household_id = ${caller.householdId} and p.provider_account_id = ${entry.id}
        and p.status = 'pending' and (p.removed_at is null or p.removed_at > ${remembered})
        and ${withPending}
    ) sought
    cross join lateral (
      select p.* from provider_transactions p
      where p.household_id = ${caller.householdId} and p.provider_account_id = ${entry.id}
        and p.external_id = sought.id
      limit 1
    ) m
    cross join lateral (
      select t.deleted_at, t.edited from transactions t
      where t.household_id = m.household_id and t.id = m.transaction_id
      limit 1
    ) t`.execute(db)
  return found
}

/** The ids of rows, and of those that they say they replace. */
function idsOf(rows: readonly ProviderTransaction[]): string[] {
  return rows.flatMap(({ externalId, replacesExternalId: replaced }) =>
    replaced === null ? [externalId] : [externalId, replaced],
  )
}

/**
 * Stores rows that nobody has seen before, with their mirrors, and moves the money that they move. Answers which
 * transactions they became; those of an account's history are nobody's news.
 */
export async function insertRows(
  writer: WriteContext,
  { entry, isHistory, provider, importId }: Omit<Unit, 'rows'>,
  rows: readonly ProviderTransaction[],
): Promise<Observed[]> {
  if (rows.length === 0) return []
  const { householdId } = writer.caller
  const now = writer.now()
  const described = await describeRows(writer, entry.accountId, rows)
  const given = await mapInTurns(rows, (row, index) => ({
    ...described[index]!,
    id: writer.newId(),
    external_id: row.externalId,
    amount: row.amount,
    booked_at: row.bookedOn,
    status: row.status,
    descriptor: row.rawDescription,
    hash: contentHash(row).toString('hex'),
  }))
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (id uuid,
        external_id text, amount bigint, booked_at date, status text, concept text,
        original_concept text, merchant text, said text, type text, category_id uuid,
        category_why jsonb, descriptor text, hash text)
    ), stored as (
      insert into transactions (household_id, id, account_id, amount, currency, concept,
        original_concept, booked_at, type, status, merchant, category_id, category_why, provider, edited, revision, created_at,
        updated_at, history, hidden)
      select a.household_id, g.id, a.id, g.amount, a.currency, g.concept, g.original_concept,
        g.booked_at, g.type, g.status, g.merchant, g.category_id, g.category_why,
        coalesce(${provider ?? null}, a.provider), '{}', ${writer.revision}, ${now}, ${now},
        ${isHistory}, a.hidden
      from given g join accounts a on a.household_id = ${householdId} and a.id = ${entry.accountId}
      returning id
    )
    insert into provider_transactions (household_id, provider_account_id, external_id, status, amount,
      booked_on, descriptor, merchant, content_hash, first_seen_at, missed_snapshots, transaction_id, import_id)
    select ${householdId}, ${entry.id}, g.external_id, g.status, g.amount, g.booked_at, g.descriptor,
      g.said, decode(g.hash, 'hex'), ${now}, 0, g.id, ${importId ?? null}::uuid
    from given g`.execute(writer.db)
  // Plans made for a table that was all but empty, those of its references' checks too, read all of it for each row of the rest.
  if (rows.length >= MANY) await sql`discard plans`.execute(writer.db)
  if (isHistory) return []
  for (const { id, amount, type, booked_at } of given) {
    const { accountId } = entry
    const subject = {
      id,
      amount,
      type,
      booked: booked_at,
      accountId,
      expenseId: null,
      history: false,
    }
    await resettle(writer, null, subject)
  }
  return given.map(({ id, booked_at }) => ({ id, bookedOn: booked_at }))
}
