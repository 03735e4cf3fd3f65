import { sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'
import type { Settlement } from '#/budget/expenses/rules/settlement.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'

/** A settled share of a transaction: its Expenses and the moved money. */
export type StoredSettlement = {
  readonly expenseId: string | null
  readonly cardExpenseId: string | null
  readonly settlement: Settlement
}

/**
 * Reads the settlements of transactions by their ids, in the order in which they were made: one, or one for each share of
 * a split transaction.
 */
export async function readSettlements(
  db: Database,
  householdId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly StoredSettlement[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('settlements')
    .select(['transaction_id', 'expense_id', 'card_expense_id', 'settlement'])
    .where('household_id', '=', householdId)
    .where('transaction_id', '=', (where) => where.fn.any(where.val([...ids])))
    .orderBy('transaction_id')
    .orderBy('position')
    .execute()
  const found = new Map<string, StoredSettlement[]>()
  for (const row of rows) {
    const shares = found.get(row.transaction_id) ?? []
    found.set(row.transaction_id, shares)
    shares.push({
      expenseId: row.expense_id,
      cardExpenseId: row.card_expense_id,
      settlement: row.settlement as Settlement,
    })
  }
  return found
}

/** The settlements of a transaction, in order, and the number of those stored before. */
export type Replacing = {
  readonly id: string
  readonly settlements: readonly StoredSettlement[]
  readonly replaced: number
}

/** Stores the settlements of transactions in place of earlier ones. */
export async function storeSettlements(
  { db, caller: { householdId } }: WriteContext,
  replacing: readonly Replacing[],
): Promise<void> {
  const kept = replacing.flatMap(({ id, settlements }) =>
    settlements.map((settlement, position) => ({ id, position, ...settlement })),
  )
  if (kept.length > 0) {
    await sql`
      insert into settlements (household_id, transaction_id, position, expense_id, card_expense_id, settlement)
      select ${householdId}, s.id, s.position, s."expenseId", s."cardExpenseId", s.settlement
      from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb)
        as s (id uuid, position smallint, "expenseId" uuid, "cardExpenseId" uuid, settlement jsonb)
      on conflict (household_id, transaction_id, position) do update set expense_id = excluded.expense_id,
        card_expense_id = excluded.card_expense_id, settlement = excluded.settlement`.execute(db)
  }
  const shorter = replacing.flatMap(({ id, settlements, replaced }) =>
    settlements.length < replaced ? { id, left: settlements.length } : [],
  )
  if (shorter.length === 0) return
  await sql`
    delete from settlements s using jsonb_to_recordset(${JSON.stringify(shorter)}::jsonb) as f (id uuid, "left" smallint)
    where s.household_id = ${householdId} and s.transaction_id = f.id and s.position >= f."left"`.execute(
    db,
  )
}
