import { sql } from 'kysely'
import type { FollowedEntry } from '#/sources/provider/catalog.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import type { ProviderTransaction } from '#/sources/provider/provider.ts'
import { mapInTurns } from '#/sources/provider/take-turns.ts'
import { resettleAll } from '#/budget/assignments/settle.ts'
import { addDays, type Day, dayAt } from '#/core/values/day.ts'
import { findKnown } from './adopt.ts'
import { classify } from './classify.ts'
import { describeRows } from './describe-rows.ts'
import { findRelinked } from './find-relinked.ts'
import { LATE_DAYS, type Mirror, REMEMBERED_DAYS } from './mirror.ts'
import { freeIds } from './free-ids.ts'
import { storeMirrors } from './store-mirrors.ts'
import { suggestMatches } from './suggest-matches.ts'
import { merchantOfRow } from './read-row.ts'
import { updateImported } from './update-imported.ts'

export type Imported = {
  readonly added: number
  readonly updated: number
  /** New transactions to announce; none of an account's history. */
  readonly observed: readonly Observed[]
  /** The number of ids that the source has reused for another payment. */
  readonly reused: number
}
export type Observed = { readonly id: string; readonly bookedOn: Day }
type Unit = {
  readonly entry: FollowedEntry
  readonly rows: readonly ProviderTransaction[]
  /** The account's first import is not complete: its rows move no money and are not announced. */
  readonly isHistory: boolean
  /** Returns true if a new booking may settle this pending payment, which is not listed. */
  readonly mayHaveGone?: (mirror: Mirror) => boolean
  /** The rows can only match by their own ids (`separate-payments.ts`). */
  readonly areSeparate?: boolean
  /** The source of the rows. Default: the account's own provider. */
  readonly provider?: 'wallet' | 'import'
  /** The file import that the rows belong to. */
  readonly importId?: string
}

/** The most rows in one statement. */
const CHUNK = 2000

/** After an insert this large, cached plans are discarded. */
const MANY = 1000

/** Stores the rows of one account: new ones as transactions, known ones as changes to theirs. */
export async function importRows(writer: WriteContext, unit: Unit): Promise<Imported> {
  if (unit.rows.length === 0) return { added: 0, updated: 0, observed: [], reused: 0 }
  const mirrors = await loadMirrors(writer, unit)
  const relinked = await recogniseRelinked(writer, unit, mirrors)
  const rest = unit.rows.filter((row) => !relinked.has(row))
  const claimed = new Set([...relinked.values()].map(({ externalId }) => externalId))
  const others = mirrors.filter(({ externalId }) => !claimed.has(externalId))
  const { rows: classified, possible: bookings } = classify(rest, others, {
    merchantOf: merchantOfRow,
    ...(unit.mayHaveGone && { mayHaveGone: unit.mayHaveGone }),
  })
  const withReusedIds = classified.filter((one) => one.kind === 'reused')
  const reused = await freeIds(writer, unit.entry, withReusedIds)
  const unseen = classified.filter(({ kind }) => kind === 'new').map(({ row }) => row)
  const unknown = [...unseen, ...reused]
  const { known, possible: payments } = unit.areSeparate
    ? { known: new Map<ProviderTransaction, Mirror>(), possible: [] }
    : await findKnown(writer, unit.entry, unknown)
  const fresh = unknown.filter((row) => !known.has(row))
  const observed: Observed[] = []
  for (let start = 0; start < fresh.length; start += CHUNK) {
    observed.push(...(await insertRows(writer, unit, fresh.slice(start, start + CHUNK))))
  }
  const changed = classified.filter((one) => one.kind === 'changed' || one.kind === 'replacement')
  const adopted = [...relinked, ...known].map(([row, mirror]) => ({ row, mirror }))
  await updateRows(writer, unit.entry, [...changed, ...adopted])
  await suggestMatches(writer, unit.entry, [...bookings, ...payments])
  const updated = changed.length + adopted.length
  return { added: fresh.length, updated, observed, reused: reused.length }
}

/**
 * Finds rows under new ids that are known from before their account came back. This comes first, because a row that
 * matches a known booking does not settle a pending payment. After the history, only old bookings can be such rows: a new
 * login may list its history late.
 */
async function recogniseRelinked(
  writer: WriteContext,
  { entry, rows, isHistory, areSeparate = false }: Unit,
  mirrors: readonly Mirror[],
): Promise<ReadonlyMap<ProviderTransaction, Mirror>> {
  if (areSeparate) return new Map()
  const late = addDays(dayAt(writer.now(), writer.caller.zone), -LATE_DAYS)
  const listed = new Set(rows.map(({ externalId }) => externalId))
  const known = new Set(mirrors.map(({ externalId }) => externalId))
  const unseen = rows.filter(
    ({ externalId, bookedOn }) => !known.has(externalId) && (isHistory || bookedOn < late),
  )
  return findRelinked(writer, entry, { rows: unseen, listed })
}

/** A changed row and the mirror of its transaction. */
export type RowUpdate = { readonly row: ProviderTransaction; readonly mirror: Mirror }

/** Updates transactions from their rows. */
export async function updateRows(
  writer: WriteContext,
  entry: FollowedEntry,
  updates: readonly RowUpdate[],
): Promise<void> {
  const rows = updates.map(({ row }) => row)
  const described = await describeRows(writer, entry.accountId, rows)
  for (const [index, one] of updates.entries()) {
    await updateImported(writer, entry, { ...one, described: described[index]! })
  }
}

/**
 * Loads the mirrors of the rows' own ids and, unless the rows are separate, of all pending payments that are open or
 * were removed lately.
 */
async function loadMirrors(
  writer: WriteContext,
  { entry, rows, areSeparate = false }: Unit,
): Promise<Mirror[]> {
  const ids = idsOf(rows)
  const found = new Map<string, Mirror>()
  for (let start = 0; start === 0 || start < ids.length; start += CHUNK) {
    const part = ids.slice(start, start + CHUNK)
    const some = await findMirrors(writer, entry, { ids: part, withPending: !areSeparate })
    for (const mirror of some) found.set(mirror.externalId, mirror)
  }
  return [...found.values()]
}

/**
 * Looks up the ids one by one (`cross join lateral`). PostgreSQL has no statistics of a table that this transaction
 * fills, so a plain join would scan the whole table.
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
        select 1 from provider_transactions o
        where o.household_id = ${caller.householdId} and o.transaction_id = m.transaction_id
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
      where t.household_id = ${caller.householdId} and t.id = m.transaction_id
      limit 1
    ) t`.execute(db)
  return found
}

/** Returns the ids of rows and of the rows that they replace. */
function idsOf(rows: readonly ProviderTransaction[]): string[] {
  return rows.flatMap(({ externalId, replacesExternalId: replaced }) =>
    replaced === null ? [externalId] : [externalId, replaced],
  )
}

/**
 * Stores new rows as transactions with their mirrors, and settles their Expenses. Returns the new transactions to
 * announce: none for an account's history.
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
    amount: row.amount,
    booked_at: row.bookedOn,
    status: row.status,
  }))
  await sql`
    insert into transactions (household_id, id, account_id, amount, currency, concept, original_concept,
      booked_at, type, status, merchant, category_id, category_why, provider, edited, revision, created_at,
      updated_at, history, hidden)
    select ${householdId}::uuid, g.id, a.id, g.amount, a.currency, g.concept, g.original_concept,
      g.booked_at, g.type, g.status, g.merchant, g.category_id, g.category_why,
      coalesce(${provider ?? null}, a.provider), '{}', ${writer.revision}, ${now}, ${now},
      ${isHistory}, a.hidden
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (id uuid, amount bigint, booked_at date,
      status text, concept text, original_concept text, merchant text, type text, category_id uuid,
      category_why jsonb)
    join accounts a on a.household_id = ${householdId} and a.id = ${entry.accountId}`.execute(
    writer.db,
  )
  const mirrors = given.map(({ id, said }, index) => ({
    row: rows[index]!,
    merchant: said,
    transactionId: id,
  }))
  await storeMirrors(writer, entry, { rows: mirrors, importId })
  // Plans made for a nearly empty table (also those of foreign-key checks) would scan it for each further row.
  if (rows.length >= MANY) await sql`discard plans`.execute(writer.db)
  if (isHistory) return []
  const { accountId } = entry
  await resettleAll(
    writer,
    given.map(({ id, amount, type, booked_at: booked }) => {
      const after = { id, amount, type, booked, accountId, expenseId: null, history: false }
      return { before: null, after }
    }),
  )
  return given.map(({ id, booked_at }) => ({ id, bookedOn: booked_at }))
}
