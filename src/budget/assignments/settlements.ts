import { sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'
import type { Day } from '#/core/values/day.ts'
import type { Settlement } from '#/budget/expenses/rules/settlement.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'

/** A settled share of a transaction: its Expenses and the moved money. */
export type StoredSettlement = {
  readonly expenseId: string | null
  readonly cardExpenseId: string | null
  readonly settlement: Settlement
}

/** A stored transaction that is settled again. */
export type Known = {
  /** The day on which it was first seen: the bank may book it later. */
  readonly seen: Day
  readonly settlements: readonly StoredSettlement[]
}

/** Reads the transactions that are settled again, by their ids. Their settlements are in order, as in `readSettlements`. */
export async function readKnown(
  { db, caller: { householdId, zone } }: WriteContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Known>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string } & Known>`
    select t.id, (t.created_at at time zone ${zone})::date as seen, coalesce((
      select json_agg(json_build_object('expenseId', s.expense_id, 'cardExpenseId', s.card_expense_id,
        'settlement', s.settlement) order by s.position)
      from settlements s where s.household_id = ${householdId} and s.transaction_id = t.id), '[]') as settlements
    from transactions t
    where t.household_id = ${householdId} and t.id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...known }) => [id, known]))
}

/** Reads the settlements of a transaction in order: one, or one for each share of a split transaction. */
export async function readSettlements(
  db: Database,
  householdId: string,
  id: string,
): Promise<readonly StoredSettlement[]> {
  const { rows } = await sql<StoredSettlement>`
    select expense_id as "expenseId", card_expense_id as "cardExpenseId", settlement from settlements
    where household_id = ${householdId} and transaction_id = ${id} order by position`.execute(db)
  return rows
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
