import type { Selectable } from 'kysely'
import type { Database } from '#/platform/database/database.ts'
import type { Tables } from '#/platform/database/tables.ts'
import { notFound } from '#/platform/contract/refusal.ts'
import type { Holding } from '#/budget/expenses/rules/holding.ts'
import { loadTouched, type TouchedHolding } from '#/budget/expenses/holdings.ts'
import { release } from '#/budget/expenses/rules/lanes.ts'
import { moveMoney } from '#/budget/expenses/move-money.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import {
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
  const { householdId } = writer.caller
  const id = (after ?? before)?.id
  if (id === undefined) return
  const stored = before && (await readSettlement(writer.db, householdId, id))
  // The assignment of a history transaction has moved no money.
  if (after?.history && !stored && before?.expenseId === after.expenseId) return
  const cardAccountId = after === null || after.history ? null : after.accountId
  const ids = [stored?.expenseId, stored?.cardExpenseId, after?.expenseId]
  const touched = await loadTouched(writer.db, householdId, {
    ids: ids.filter((one): one is string => typeof one === 'string'),
    cardAccountId,
  })
  const assigned = touched.find((holding) => holding.id === after?.expenseId) ?? null
  const isNewLink = before?.expenseId !== after?.expenseId
  if (after?.expenseId && (!assigned || (isNewLink && assigned.archived))) {
    throw notFound('expense_goal_id')
  }
  const card = touched.find((one) => !one.archived && isCardOf(one, cardAccountId)) ?? null
  if (!stored && !assigned && !card) return
  const holdings = createWorkingCopy(touched)
  if (stored) {
    const parties = holdings.get(stored.expenseId, stored.cardExpenseId)
    holdings.put(unsettle(stored.settlement, parties))
  }
  if (after) {
    const settled = settle(after, holdings.get(assigned?.id ?? null, card?.id ?? null))
    holdings.put(settled.after)
    await storeSettlement(writer, id, {
      expenseId: assigned?.id ?? null,
      cardExpenseId: card?.id ?? null,
      settlement: settled.settlement,
    })
  } else await forgetSettlement(writer, id)
  await moveMoney(writer, {
    before: touched,
    after: holdings.all(),
    reason: stored?.expenseId || assigned ? 'assignment' : 'card',
    transactionId: id,
  })
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

async function readSettlement(
  db: Database,
  householdId: string,
  transactionId: string,
): Promise<Stored | null> {
  const row = await db
    .selectFrom('settlements')
    .select(['expense_id', 'card_expense_id', 'settlement'])
    .where('household_id', '=', householdId)
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst()
  if (!row) return null
  return {
    expenseId: row.expense_id,
    cardExpenseId: row.card_expense_id,
    settlement: row.settlement as Settlement,
  }
}

async function storeSettlement(
  { db, caller: { householdId } }: WriteContext,
  transactionId: string,
  { expenseId, cardExpenseId, settlement }: Stored,
): Promise<void> {
  const values = {
    expense_id: expenseId,
    card_expense_id: cardExpenseId,
    settlement: JSON.stringify(settlement),
  }
  await db
    .insertInto('settlements')
    .values({ household_id: householdId, transaction_id: transactionId, ...values })
    .onConflict((conflict) =>
      conflict.columns(['household_id', 'transaction_id']).doUpdateSet(values),
    )
    .execute()
}

async function forgetSettlement(
  { db, caller: { householdId } }: WriteContext,
  transactionId: string,
): Promise<void> {
  await db
    .deleteFrom('settlements')
    .where('household_id', '=', householdId)
    .where('transaction_id', '=', transactionId)
    .execute()
}
