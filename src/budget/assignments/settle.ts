import { type Selectable, sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'
import type { Tables } from '#/platform/database/tables.ts'
import { notFound } from '#/platform/contract/refusal.ts'
import type { Holding } from '#/budget/expenses/rules/holding.ts'
import { loadTouched, type TouchedHolding } from '#/budget/expenses/holdings.ts'
import { laterSince, release } from '#/budget/expenses/rules/lanes.ts'
import type { Cents } from '#/core/values/cents.ts'
import { dayAt } from '#/core/values/day.ts'
import { type Movement, moveThrough } from '#/budget/expenses/move-money.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import {
  isReassigned,
  nothingSettled,
  type Parties,
  type Settled,
  settle,
  type Settlement,
  unsettle,
} from '#/budget/expenses/rules/settlement.ts'

/** The fields of a transaction that settling needs. */
export type Subject = Settled & {
  readonly id: string
  readonly accountId: string
  readonly expenseId: string | null
  /** From before its account was followed: a card's reserve does not include it. */
  readonly history: boolean
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
  }
}

/** The last settlement of a transaction: its Expenses and the moved money. */
type Stored = {
  readonly expenseId: string | null
  readonly cardExpenseId: string | null
  readonly settlement: Settlement
}

/** A transaction before and after a change: `before` is null for a new one, `after` for a deleted one. */
export type Resettled = { readonly before: Subject | null; readonly after: Subject | null }

/**
 * Settles a changed transaction again: undoes what `before` moved and settles `after`, as one ledger movement. `before`
 * is null for a new transaction, `after` for a deleted one. Throws `resource_not_found` with `expense_goal_id` if the
 * Expense to assign does not exist or is archived.
 */
export async function resettle(
  writer: WriteContext,
  before: Subject | null,
  after: Subject | null,
): Promise<void> {
  await resettleAll(writer, [{ before, after }])
}

/** As `resettle`, for many transactions one after the other, by the same number of statements. */
export async function resettleAll(
  writer: WriteContext,
  changes: readonly Resettled[],
): Promise<void> {
  const { householdId } = writer.caller
  const known = changes.flatMap(({ before }) => before?.id ?? [])
  const settled = await readSettlements(writer.db, householdId, known)
  const moving = changes.flatMap((change) => {
    const id = (change.after ?? change.before)?.id
    if (id === undefined) return []
    const stored = settled.get(id) ?? null
    // The assignment of a history transaction has moved no money.
    const { before, after } = change
    if (after?.history && !stored && before?.expenseId === after.expenseId) return []
    const cardAccountId = after === null || after.history ? null : after.accountId
    return [{ id, before, after, stored, cardAccountId, ...spentFromOf(change, stored) }]
  })
  if (moving.length === 0) return
  const touched = await loadTouched(writer.db, householdId, {
    ids: idsOf(
      moving.flatMap(({ stored, spentFrom }) => [
        stored?.expenseId,
        stored?.cardExpenseId,
        spentFrom,
      ]),
    ),
    cardAccountIds: idsOf(moving.map(({ cardAccountId }) => cardAccountId)),
  })
  const later = await findLater(writer, touched, moving)
  const holdings = createWorkingCopy(touched)
  const kept: (Stored & { readonly id: string })[] = []
  const forgotten: string[] = []
  const movements: Movement[] = []
  for (const one of moving) {
    const { id, after, stored } = one
    const { assigned, card } = partiesOf(one, touched)
    if (!stored && !assigned && !card) continue
    const before = holdings.all()
    const isCardKept = keepsCard(one, card)
    if (stored) {
      const given = stored.settlement.unmoved ? null : stored.expenseId
      const parties = holdings.get(given, isCardKept ? null : stored.cardExpenseId)
      holdings.put(unsettle(stored.settlement, parties))
    }
    if (after) {
      const cardId = isCardKept ? null : (card?.id ?? null)
      const done = settle(after, holdings.get(assigned?.id ?? null, cardId), later.get(id))
      holdings.put(done.after)
      const settlement = {
        ...done.settlement,
        ...(isCardKept && stored && { reserved: stored.settlement.reserved }),
      }
      kept.push({
        id,
        expenseId: one.isUnmoved ? after.expenseId : (assigned?.id ?? null),
        cardExpenseId: card?.id ?? null,
        settlement: one.isUnmoved ? { ...settlement, unmoved: true } : settlement,
      })
    } else forgotten.push(id)
    const reason = stored?.expenseId || assigned ? 'assignment' : 'card'
    movements.push({ before, after: holdings.all(), reason, transactionId: id })
  }
  await storeSettlements(writer, kept)
  await forgetSettlements(writer, forgotten)
  await moveThrough(writer, movements)
}

type SpentFrom = {
  /** The Expense that the payment takes money from. */
  readonly spentFrom: string | null
  /** Its link has moved no money and goes on without; see `linkWithoutMoney`. */
  readonly isUnmoved: boolean
}

function spentFromOf({ before, after }: Resettled, stored: Stored | null): SpentFrom {
  const linked = after?.expenseId ?? null
  const isKept = linked !== null && before?.expenseId === linked
  const isUnmoved = isKept && stored?.settlement.unmoved === true
  return { spentFrom: isUnmoved ? null : linked, isUnmoved }
}

/**
 * Links a transaction with an Expense without moving money, because free-to-spend paid it before. It stays so when the
 * transaction is settled again, until the link changes.
 */
export async function linkWithoutMoney(
  writer: WriteContext,
  { id, expenseId }: { readonly id: string; readonly expenseId: string },
): Promise<void> {
  const settled = await readSettlements(writer.db, writer.caller.householdId, [id])
  const stored = settled.get(id)
  await storeSettlements(writer, [
    {
      id,
      expenseId,
      cardExpenseId: stored?.cardExpenseId ?? null,
      settlement: { ...(stored?.settlement ?? nothingSettled), unmoved: true },
    },
  ])
}

type Moving = Resettled & { readonly stored: Stored | null }

/** Returns true if what is set aside for the card's bill stays as it is, because only the Expense of a purchase changes. */
function keepsCard({ before, after, stored }: Moving, card: TouchedHolding | null): boolean {
  if (!before || !after || !stored || !card || stored.cardExpenseId !== card.id) return false
  // The card's own Expense would be both.
  if (stored.expenseId === card.id || after.expenseId === card.id) return false
  return isReassigned(before, after)
}

/**
 * Finds what paydays have set aside, since payments were made, for later payments of the same bills: by the payment's id,
 * in cents. Nothing is read unless a payment of a bill is from an earlier day.
 */
async function findLater(
  { db, now, caller: { householdId, zone } }: WriteContext,
  touched: readonly TouchedHolding[],
  moving: readonly { readonly after: Subject | null }[],
): Promise<ReadonlyMap<string, Cents>> {
  const today = dayAt(now(), zone)
  const asked = moving.flatMap(({ after }) => {
    const holding = touched.find(({ id }) => id === after?.expenseId)
    if (!after || !holding || after.amount >= 0) return []
    const since = laterSince(holding, after.booked)
    return since !== null && since < today ? [{ id: after.id, expense: holding.id, since }] : []
  })
  if (asked.length === 0) return new Map()
  const { rows } = await sql<{ id: string; later: Cents }>`
    select a.id, sum(f.ordinary_funded)::bigint as later
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a (id uuid, expense uuid, since date)
    join payday_fundings f on f.household_id = ${householdId} and f.day > a.since and f.expense_id = a.expense
    group by a.id`.execute(db)
  return new Map(rows.map((row) => [row.id, row.later]))
}

/** Finds the Expenses that a transaction moves money in. Throws `resource_not_found`. */
function partiesOf(
  {
    before,
    after,
    cardAccountId,
    spentFrom,
  }: Resettled & SpentFrom & { readonly cardAccountId: string | null },
  touched: readonly TouchedHolding[],
) {
  const assigned = touched.find((holding) => holding.id === spentFrom) ?? null
  const isNewLink = before?.expenseId !== after?.expenseId
  if (spentFrom !== null && (!assigned || (isNewLink && assigned.archived))) {
    throw notFound('expense_goal_id')
  }
  const card = touched.find((one) => !one.archived && isCardOf(one, cardAccountId)) ?? null
  return { assigned, card }
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

async function readSettlements(
  db: Database,
  householdId: string,
  ids: readonly string[],
): Promise<Map<string, Stored>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('settlements')
    .select(['transaction_id', 'expense_id', 'card_expense_id', 'settlement'])
    .where('household_id', '=', householdId)
    .where('transaction_id', '=', (where) => where.fn.any(where.val([...ids])))
    .execute()
  return new Map(
    rows.map((row) => [
      row.transaction_id,
      {
        expenseId: row.expense_id,
        cardExpenseId: row.card_expense_id,
        settlement: row.settlement as Settlement,
      },
    ]),
  )
}

async function storeSettlements(
  { db, caller: { householdId } }: WriteContext,
  kept: readonly (Stored & { readonly id: string })[],
): Promise<void> {
  if (kept.length === 0) return
  await sql`
    insert into settlements (household_id, transaction_id, expense_id, card_expense_id, settlement)
    select ${householdId}, s.id, s."expenseId", s."cardExpenseId", s.settlement
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb)
      as s (id uuid, "expenseId" uuid, "cardExpenseId" uuid, settlement jsonb)
    on conflict (household_id, transaction_id) do update set expense_id = excluded.expense_id,
      card_expense_id = excluded.card_expense_id, settlement = excluded.settlement`.execute(db)
}

async function forgetSettlements(
  { db, caller: { householdId } }: WriteContext,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await db
    .deleteFrom('settlements')
    .where('household_id', '=', householdId)
    .where('transaction_id', '=', (where) => where.fn.any(where.val([...ids])))
    .execute()
}
