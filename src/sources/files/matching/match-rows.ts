import { sql } from 'kysely'
import type { FollowedEntry } from '#/sources/provider/catalog.ts'
import type { ReadContext } from '#/platform/runtime/write-context.ts'
import type { ProviderTransaction } from '#/sources/provider/provider.ts'
import { merchantsOfTransaction } from '#/sources/intake/adopt.ts'
import { classify } from '#/sources/intake/classify.ts'
import { type Known, matchPayments, policies } from '#/sources/intake/match-payments.ts'
import type { Mirror } from '#/sources/intake/mirror.ts'
import { merchantOfRow, paymentOf } from '#/sources/intake/read-row.ts'
import type { SeparatePayments } from './separate-duplicates.ts'
import { findExported } from './find-exported.ts'
import type { Identified } from './identify.ts'

/** The account that a file's rows go to, and how they are named there. */
export type Target = {
  readonly entry: FollowedEntry
  readonly currency: string
  /** The prefix of the rows' names, from `kindOf`. */
  readonly kind: string
  readonly separate: SeparatePayments
}

/** A transaction that another source reported. */
export type Match = Known & {
  readonly status: 'pending' | 'booked'
  /** True if a bank connection reports it, so a file must not change it. */
  readonly isConfirmed: boolean
}

/** A row that resembles an existing transaction or an earlier row. */
export type Duplicate = {
  readonly one: Identified
  /** `known`: a file of this kind contained it before, or Earmark exported it; `alike`: another source reported a similar transaction. */
  readonly fate: 'known' | 'alike'
  /** The transaction that it resembles; null if it repeats an earlier row of the same file. */
  readonly transactionId: string | null
  /** The line of that earlier row. */
  readonly line: number | null
  /** True if a person says that it is a separate payment: then it is in `fresh` as well. */
  readonly isSeparate: boolean
}

/** The outcome for a batch of rows. */
export type RowMatches = {
  readonly fresh: readonly ProviderTransaction[]
  readonly duplicates: readonly Duplicate[]
  /** Fresh rows that get a second name as separate payments, in `row`, besides their `plain` one. */
  readonly renamed: readonly { readonly row: ProviderTransaction; readonly plain: string }[]
  /** Rows that another source reported. */
  readonly matched: ReadonlyMap<ProviderTransaction, Match>
  /** Rows that this file books and an earlier one listed as pending. */
  readonly settled: readonly { readonly row: ProviderTransaction; readonly mirror: Mirror }[]
}

/** Decides which rows of a batch are new. The batches must come in the order of the file. Writes nothing. */
export async function matchRows(
  reader: ReadContext,
  target: Target,
  all: readonly Identified[],
): Promise<RowMatches> {
  const exported = await findExported(reader, target, all)
  const rows = all.filter((one) => !exported.has(one))
  const mirrors = new Map(
    (await loadMirrors(reader, target, rows)).map((mirror) => [mirror.externalId, mirror]),
  )
  const sorting = sortByName(rows, { mirrors, target })
  const { unknown, separate } = sorting
  const isSeparate = (row: ProviderTransaction) => separate.has(row)
  const replaced = await findReplaced(reader, target, unknown)
  const rest = unknown.filter((row) => !replaced.has(row))
  const matched = await findMatches(reader, target, rest)
  // A separate payment still uses up its match, so that the next similar row does not match the same transaction.
  const isFresh = (row: ProviderTransaction) =>
    isSeparate(row) || (matched.has(row) ? target.separate.alike : !replaced.has(row))
  const booked = [...replaced].filter(([row]) => !isSeparate(row))
  const found = [
    ...[...replaced].map(([row, mirror]) => [row, mirror, 'known'] as const),
    ...[...matched].map(([row, match]) => [row, match, 'alike'] as const),
  ].map(([row, { transactionId }, fate]): Duplicate => {
    const one = sorting.origins.get(row)!
    return { one, fate, transactionId, line: null, isSeparate: isFresh(row) }
  })
  return {
    fresh: [...unknown.filter(isFresh), ...sorting.others],
    duplicates: [
      ...[...exported].map(([one, transactionId]): Duplicate => {
        return { one, fate: 'known', transactionId, line: null, isSeparate: false }
      }),
      ...sorting.duplicates,
      ...found,
    ],
    renamed: [...separate].map(([row, name]) => ({
      row: { ...row, externalId: name },
      plain: row.externalId,
    })),
    matched: new Map([...matched].filter(([row]) => !isFresh(row))),
    settled: [...sorting.settled, ...booked.map(([row, mirror]) => ({ row, mirror }))],
  }
}

type Sorted = Pick<RowMatches, 'duplicates' | 'settled'> & {
  /** Rows that no file of this kind contained. */
  readonly unknown: readonly ProviderTransaction[]
  readonly origins: ReadonlyMap<ProviderTransaction, Identified>
  /** Unknown rows that a person marked as separate payments, with their second names. */
  readonly separate: ReadonlyMap<ProviderTransaction, string>
  /** Rows whose plain name is taken, but that a person marked as separate payments. */
  readonly others: readonly ProviderTransaction[]
}

/** Sorts rows by their names alone. */
function sortByName(
  rows: readonly Identified[],
  { mirrors: stored, target }: { mirrors: ReadonlyMap<string, Mirror>; target: Target },
): Sorted {
  const mirrors = new Map(stored)
  const names = new Set(mirrors.keys())
  const inFile = new Map<string, Identified>()
  const origins = new Map<ProviderTransaction, Identified>()
  const duplicates: Duplicate[] = []
  const settled: { row: ProviderTransaction; mirror: Mirror }[] = []
  const separate = new Map<ProviderTransaction, string>()
  const others: ProviderTransaction[] = []
  for (const one of rows) {
    const { row, plain, exact, position } = one
    const mirror = mirrors.get(plain)
    const before = mirror ?? inFile.get(plain)?.row
    const isOpen = mirror?.status === 'pending' && !mirror.isClaimed
    const repeat = {
      one,
      fate: 'known' as const,
      transactionId: mirror?.transactionId ?? null,
      line: mirror ? null : (inFile.get(plain)?.row.line ?? null),
    }
    const own = target.separate.nameOf(position)
    const addedBefore = own === null ? undefined : mirrors.get(own)
    if (addedBefore) {
      const { transactionId } = addedBefore
      duplicates.push({ ...repeat, transactionId, line: null, isSeparate: false })
    } else if (own !== null && before) {
      duplicates.push({ ...repeat, isSeparate: true })
      others.push(toTransaction(one, own, target))
    } else if (isOpen && row.status === 'booked') {
      duplicates.push({ ...repeat, isSeparate: false })
      settled.push({ row: toTransaction(one, plain, target), mirror: mirror! })
      mirrors.delete(plain)
      inFile.set(plain, one)
    } else if (before && (isOpen || isSame(before, row) || names.has(exact))) {
      duplicates.push({ ...repeat, isSeparate: false })
    } else {
      const name = before ? exact : plain
      names.add(name)
      inFile.set(name, one)
      const transaction = toTransaction(one, name, target)
      origins.set(transaction, one)
      if (own !== null) separate.set(transaction, own)
    }
  }
  return { unknown: [...origins.keys()], origins, separate, others, duplicates, settled }
}

function isSame(
  a: Pick<Mirror, 'amount' | 'bookedOn'>,
  b: Pick<Mirror, 'amount' | 'bookedOn'>,
): boolean {
  return a.amount === b.amount && a.bookedOn === b.bookedOn
}

function toTransaction(
  { row }: Identified,
  externalId: string,
  { entry, currency }: Target,
): ProviderTransaction {
  return {
    account: entry.ref,
    externalId,
    status: row.status,
    amount: row.amount,
    currency,
    bookedOn: row.bookedOn,
    occurredOn: null,
    occurredAt: null,
    rawDescription: row.description,
    merchant: row.merchant,
    memo: row.memo,
    mcc: row.mcc,
    // The words of each bank are its own list of categories.
    providerCategory:
      row.category === null ? null : { taxonomy: 'file', code: row.category, confidence: null },
    replacesExternalId: null,
  }
}

const mirrorColumns = sql`m.external_id as "externalId", m.status, m.amount, m.booked_on as "bookedOn",
  m.merchant, m.content_hash as "contentHash", m.removed_at is not null as "isClaimed", null as deleted,
  m.transaction_id as "transactionId"`

async function loadMirrors(
  { db, caller }: ReadContext,
  { entry, separate }: Target,
  rows: readonly Identified[],
): Promise<Mirror[]> {
  const names = new Set(
    rows.flatMap(({ plain, exact, position }) => {
      const own = separate.nameOf(position)
      return own === null ? [plain, exact] : [plain, exact, own]
    }),
  )
  const { rows: found } = await sql<Mirror>`
    select ${mirrorColumns} from provider_transactions m
    where m.household_id = ${caller.householdId} and m.provider_account_id = ${entry.id}
      and m.external_id = any(${[...names]}::text[])`.execute(db)
  return found
}

/** Finds bookings of transactions that an earlier file listed as pending under another name. */
async function findReplaced(
  { db, caller }: ReadContext,
  { entry }: Target,
  rows: readonly ProviderTransaction[],
): Promise<Map<ProviderTransaction, Mirror>> {
  const { rows: open } = await sql<Mirror>`
    select ${mirrorColumns} from provider_transactions m
    join transactions t on t.household_id = ${caller.householdId} and t.id = m.transaction_id
    where m.household_id = ${caller.householdId} and m.provider_account_id = ${entry.id}
      and m.status = 'pending' and m.removed_at is null and t.deleted_at is null`.execute(db)
  if (open.length === 0) return new Map()
  return new Map(
    classify(rows, open, { merchantOf: merchantOfRow }).rows.flatMap((one) =>
      one.kind === 'replacement' ? [[one.row, one.mirror] as const] : [],
    ),
  )
}

/**
 * Finds transactions of these days from other sources: people, a bank, a device, or a file of another kind. `offset 0` makes
 * PostgreSQL look up the mirrors of each transaction by its id. In a plain join it compared each with all mirrors of the
 * account, because it has no statistics yet of the rows that the same import has stored.
 */
async function findMatches(
  { db, caller }: ReadContext,
  { entry, kind }: Target,
  rows: readonly ProviderTransaction[],
): Promise<ReadonlyMap<ProviderTransaction, Match>> {
  if (rows.length === 0) return new Map()
  const days = [...new Set(rows.map(({ bookedOn }) => bookedOn))]
  const amounts = [...new Set(rows.map(({ amount }) => amount))]
  const { rows: found } = await sql<Match>`
    select t.id as "transactionId", t.amount, t.booked_at as "bookedOn", t.status,
      ${merchantsOfTransaction(caller.householdId)} as merchants,
      exists (
        select 1 from provider_transactions b
        join provider_accounts e on e.household_id = ${caller.householdId} and e.id = b.provider_account_id
        where b.household_id = ${caller.householdId} and b.transaction_id = t.id and b.removed_at is null
          and e.connection_id is not null) as "isConfirmed"
    from (
      select * from transactions v
      where v.visible and v.household_id = ${caller.householdId} and v.account_id = ${entry.accountId}
        and v.booked_at = any(${days}::date[]) and v.amount = any(${amounts}::bigint[])
      union all
      -- Deleted transactions match too, so that a file does not bring them back. Those of an undone import have no
      -- mirrors and do not match, so that the file can be imported again. A payment of a person has no mirror either, but matches.
      select * from transactions g
      where g.deleted_at is not null and g.household_id = ${caller.householdId}
        and g.account_id = ${entry.accountId} and g.booked_at = any(${days}::date[])
        and g.amount = any(${amounts}::bigint[])
        and (g.provider = 'manual' or exists (
          select 1 from provider_transactions k
          where k.household_id = ${caller.householdId} and k.transaction_id = g.id and k.removed_at is null))
    ) t
    where not exists (
      select 1 from (
        select m.provider_account_id, m.external_id from provider_transactions m
        where m.household_id = ${caller.householdId} and m.transaction_id = t.id offset 0) m
      where m.provider_account_id = ${entry.id} and starts_with(m.external_id, ${kind}))
    order by t.deleted_at nulls first, t.created_at, t.id`.execute(db)
  if (found.length === 0) return new Map()
  const { pairs } = matchPayments(rows.map(paymentOf), found, policies.file)
  return new Map([...pairs].map(([{ row }, match]) => [row, match]))
}
