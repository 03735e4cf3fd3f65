import type { Selectable } from 'kysely'
import type { Tables } from '#/platform/database/tables.ts'
import { notFound } from '#/platform/contract/refusal.ts'
import type { Holding } from '#/budget/expenses/rules/holding.ts'
import { loadTouched, type TouchedHolding } from '#/budget/expenses/holdings.ts'
import { release } from '#/budget/expenses/rules/lanes.ts'
import type { Cents } from '#/core/values/cents.ts'
import { type Day, dayAt } from '#/core/values/day.ts'
import { type Movement, moveThrough } from '#/budget/expenses/move-money.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import {
  isReassigned,
  nothingSettled,
  type Parties,
  type Settled,
  settle,
  unsettle,
} from '#/budget/expenses/rules/settlement.ts'
import { planAgain } from '#/budget/expenses/rules/plan-again.ts'
import { type Part, type Share, sharesOf } from '#/budget/transactions/parts.ts'
import {
  type Known,
  readKnown,
  readSettlements,
  type Replacing,
  type StoredSettlement,
  storeSettlements,
} from './settlements.ts'
import { findLater, type Later, laterKey } from './find-later.ts'

/** The fields of a transaction that settling needs. */
export type Subject = Settled & {
  readonly id: string
  readonly accountId: string
  /** The Expense of the whole. A split transaction is settled by its parts instead. */
  readonly expenseId: string | null
  /** From before its account was followed: a card's reserve does not include it. */
  readonly history: boolean
  /** Null or missing: not split. */
  readonly parts?: readonly Part[] | null
}

/** Converts a stored transaction for settling. */
export function subjectOf(row: Selectable<Tables['transactions']>): Subject {
  return {
    id: row.id,
    accountId: row.account_id,
    amount: row.amount,
    type: row.type,
    booked: row.booked_at,
    expenseId: row.expense_goal_id,
    history: row.history,
    parts: row.splits as readonly Part[] | null,
  }
}

/** A transaction before and after a change: `before` is null for a new one, `after` for a deleted one. */
export type Resettled = { readonly before: Subject | null; readonly after: Subject | null }

/**
 * Settles a changed transaction again: undoes what `before` moved and settles `after`, as one ledger movement. `before`
 * is null for a new transaction, `after` for a deleted one. A split transaction is settled once for each Expense of its
 * parts as they are stored now. Throws `resource_not_found` with `expense_goal_id` if an Expense to assign does not exist
 * or is archived.
 */
export async function resettle(
  writer: WriteContext,
  before: Subject | null,
  after: Subject | null,
): Promise<void> {
  await resettleAll(writer, [{ before, after }])
}

/** Transactions that are settled together. */
const CHUNK = 1000

/** As `resettle`, for many transactions one after the other, by the same number of statements for each thousand. */
export async function resettleAll(
  writer: WriteContext,
  changes: readonly Resettled[],
): Promise<void> {
  for (let start = 0; start < changes.length; start += CHUNK) {
    await resettleTogether(writer, changes.slice(start, start + CHUNK))
  }
}

async function resettleTogether(
  writer: WriteContext,
  changes: readonly Resettled[],
): Promise<void> {
  const { householdId } = writer.caller
  const moving = await loadMoving(writer, changes)
  if (moving.length === 0) return
  const touched = await loadTouched(writer.db, householdId, {
    ids: idsOf([
      ...moving.flatMap(({ stored }) =>
        stored.flatMap((one) => [one.expenseId, one.cardExpenseId]),
      ),
      ...moving.flatMap(({ links }) => links.map(({ spentFrom }) => spentFrom)),
    ]),
    cardAccountIds: idsOf(moving.map(({ cardAccountId }) => cardAccountId)),
  })
  const later = await findLater(
    writer,
    touched,
    moving.flatMap(({ id, before, after, seen, links }) =>
      after === null || after.amount >= 0
        ? []
        : links.map(({ spentFrom }) => ({
            id,
            spentFrom,
            booked: after.booked,
            seen,
            isStored: before !== null,
          })),
    ),
  )
  const holdings = createWorkingCopy(touched)
  const replacing: Replacing[] = []
  const movements: Movement[] = []
  for (const one of moving) {
    const { id, stored, links, known } = one
    checkAssigned(links, { known, touched })
    const card = touched.find((found) => !found.archived && isCardOf(found, one.cardAccountId))
    const isAssigned = links.some(({ spentFrom }) => spentFrom !== null)
    if (stored.length === 0 && !isAssigned && !card) continue
    const before = holdings.all()
    const settlements = settleAgain(one, card?.id ?? null, { holdings, later })
    replacing.push({ id, settlements, replaced: stored.length })
    const reason = isAssigned || stored.some(({ expenseId }) => expenseId) ? 'assignment' : 'card'
    movements.push({ before, after: holdings.all(), reason, transactionId: id })
  }
  await storeSettlements(writer, replacing)
  await moveThrough(writer, movements)
}

/** A share to settle. */
type ToSettle = Share & {
  /** The Expense that it takes money from. */
  readonly spentFrom: string | null
  /** The link has moved no money, and moves none now; see `linkWithoutMoney`. */
  readonly isUnmoved: boolean
}

/** A transaction to settle again. */
type Moving = Resettled & {
  readonly id: string
  /** The day on which it was first seen. */
  readonly seen: Day
  /** Its settlements until now, in order. */
  readonly stored: readonly StoredSettlement[]
  readonly links: readonly ToSettle[]
  /** The Expenses that it had before. */
  readonly known: ReadonlySet<string | null>
  readonly cardAccountId: string | null
}

/** Finds out which transactions have something to settle, and in which shares. */
async function loadMoving(
  writer: WriteContext,
  changes: readonly Resettled[],
): Promise<readonly Moving[]> {
  const existing = changes.flatMap(({ before }) => before?.id ?? [])
  const today = dayAt(writer.now(), writer.caller.zone)
  const stored = await readKnown(writer, existing)
  const parts = await loadParts(writer, changes, stored)
  return changes.flatMap((change) => {
    const { before, after } = change
    const id = (after ?? before)?.id
    if (id === undefined) return []
    const { seen, settlements } = (before && stored.get(id)) ?? { seen: today, settlements: [] }
    const had = before ? sharesOf(withParts(before, before.parts)) : []
    const known = new Set([...settlements, ...had].map(({ expenseId }) => expenseId))
    const shares = after ? sharesOf(withParts(after, parts.get(id))) : []
    const links = shares
      // The assignment of a history transaction has moved no money, unless it is new.
      .filter(
        ({ expenseId }) => !after?.history || !known.has(expenseId) || isIn(settlements, expenseId),
      )
      .map((share) => {
        const isUnmoved = settlements.some(
          ({ expenseId, settlement }) =>
            expenseId !== null && expenseId === share.expenseId && settlement.unmoved === true,
        )
        return { ...share, isUnmoved, spentFrom: isUnmoved ? null : share.expenseId }
      })
    if (settlements.length === 0 && links.length === 0) return []
    const cardAccountId = after === null || after.history ? null : after.accountId
    return [{ ...change, id, seen, stored: settlements, links, known, cardAccountId }]
  })
}

function isIn(stored: readonly StoredSettlement[], expenseId: string | null): boolean {
  return stored.some((one) => one.expenseId === expenseId)
}

function withParts(subject: Subject, parts: readonly Part[] | null | undefined) {
  return { ...subject, parts: parts ?? null }
}

/**
 * Reads the parts of split transactions as they are stored now, because the database fits them to a new amount. One that was
 * settled in shares is split, too. All others cost no statement.
 */
async function loadParts(
  { db, caller }: WriteContext,
  changes: readonly Resettled[],
  stored: ReadonlyMap<string, Known>,
): Promise<ReadonlyMap<string, readonly Part[] | null>> {
  const ids = changes.flatMap(({ after }) => {
    const isSplit = after && (after.parts || (stored.get(after.id)?.settlements.length ?? 0) > 1)
    return isSplit ? after.id : []
  })
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('transactions')
    .select(['id', 'splits'])
    .where('household_id', '=', caller.householdId)
    .where('id', '=', (where) => where.fn.any(where.val(ids)))
    .execute()
  return new Map(rows.map(({ id, splits }) => [id, splits as readonly Part[] | null]))
}

type Working = {
  readonly holdings: ReturnType<typeof createWorkingCopy>
  readonly later: ReadonlyMap<string, Later>
}

/** Undoes the settlements of a transaction and settles its shares. Returns the settlements to store. */
function settleAgain(
  one: Moving,
  card: string | null,
  { holdings, later }: Working,
): StoredSettlement[] {
  const { id, after, stored, links } = one
  const isCardKept = keepsCard(one, card)
  // The last one first, so that each finds what it left.
  for (const { expenseId, cardExpenseId, settlement } of stored.toReversed()) {
    const given = settlement.unmoved ? null : expenseId
    holdings.put(unsettle(settlement, holdings.get(given, isCardKept ? null : cardExpenseId)))
  }
  if (!after) return []
  const reserved = isCardKept ? reservedOf(stored, links) : null
  return links.map(({ expenseId, amount, spentFrom, isUnmoved }, index) => {
    const parties = holdings.get(spentFrom, isCardKept ? null : card)
    const found = later.get(laterKey(id, expenseId))
    const settled = settle({ ...after, amount }, parties, found?.later)
    const done = found?.since ? planAgain(settled, found.since) : settled
    holdings.put(done.after)
    const settlement = {
      ...done.settlement,
      ...(reserved && { reserved: reserved[index]! }),
      ...(isUnmoved && { unmoved: true as const }),
    }
    return { expenseId, cardExpenseId: card, settlement }
  })
}

/** Returns true if what is set aside for the card's bill stays as it is, because only Expenses of a purchase change. */
function keepsCard({ before, after, stored, links }: Moving, card: string | null): boolean {
  if (!before || !after || card === null || stored.length === 0) return false
  if (stored.some(({ cardExpenseId }) => cardExpenseId !== card)) return false
  // The card's own Expense would be both.
  if ([...stored, ...links].some(({ expenseId }) => expenseId === card)) return false
  return isReassigned(before, after)
}

/** Divides what a purchase has set aside for its card among its shares. */
function reservedOf(stored: readonly StoredSettlement[], links: readonly Share[]): Cents[] {
  let rest = stored.reduce((sum, { settlement }) => sum + settlement.reserved, 0)
  return links.map(({ amount }, index) => {
    const own = index === links.length - 1 ? rest : Math.min(rest, -amount)
    rest -= own
    return own
  })
}

/**
 * Links a transaction with an Expense without moving money, because free-to-spend paid it before. It stays so when the
 * transaction is settled again, until the link changes. The transaction is not split.
 */
export async function linkWithoutMoney(
  writer: WriteContext,
  { id, expenseId }: { readonly id: string; readonly expenseId: string },
): Promise<void> {
  const [stored] = await readSettlements(writer.db, writer.caller.householdId, id)
  const settlement = { ...(stored?.settlement ?? nothingSettled), unmoved: true as const }
  const linked = { expenseId, cardExpenseId: stored?.cardExpenseId ?? null, settlement }
  await storeSettlements(writer, [{ id, settlements: [linked], replaced: stored ? 1 : 0 }])
}

type Links = {
  readonly known: ReadonlySet<string | null>
  readonly touched: readonly TouchedHolding[]
}

/** Refuses an Expense that does not exist, and an archived one that the transaction did not have before. */
function checkAssigned(links: readonly ToSettle[], { known, touched }: Links): void {
  for (const { spentFrom } of links) {
    if (spentFrom === null) continue
    const assigned = touched.find(({ id }) => id === spentFrom)
    if (!assigned || (assigned.archived && !known.has(spentFrom))) throw notFound('expense_goal_id')
  }
}

function idsOf(some: readonly (string | null | undefined)[]): string[] {
  return [...new Set(some.filter((one): one is string => typeof one === 'string'))]
}

/** Creates a working copy of the Expenses in one movement: parties are taken out, changed and put back. */
function createWorkingCopy(touched: readonly TouchedHolding[]) {
  const holdings = new Map(touched.map((holding) => [holding.id, holding]))
  const find = (id: string | null): Holding | null =>
    id === null ? null : (holdings.get(id) ?? null)
  return {
    get: (assigned: string | null, card: string | null): Parties => ({
      assigned: find(assigned),
      card: find(card),
    }),
    put: (parties: Parties) => {
      for (const party of [parties.assigned, parties.card]) {
        const known = party && holdings.get(party.id)
        if (!party || !known) continue
        // Money that returns to an archived Expense goes to free-to-spend, where people can use it.
        const lanes = known.archived ? release(party.lanes) : party.lanes
        holdings.set(party.id, { ...known, lanes })
      }
    },
    all: () => touched.map(({ id }) => holdings.get(id)!),
  }
}

function isCardOf(holding: TouchedHolding, accountId: string | null): boolean {
  return accountId !== null && holding.cardAccountId === accountId
}
