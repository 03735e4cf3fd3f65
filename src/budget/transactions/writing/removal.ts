import { sql } from 'kysely'
import type { RemovedMoney } from '#/budget/assignments/removed-money.ts'
import type { Share } from '#/budget/transactions/parts.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'

type Type = 'expense' | 'income' | 'transfer'

/** Two transactions that were one transfer, with the types that they had before. */
export type Pair = {
  readonly out_id: string
  readonly in_id: string
  readonly out_type: Type
  readonly in_type: Type
  readonly found_at: string
  /** The card Expense from which the pair spent the payment of a card; null for other transfers. */
  readonly card_expense_id: string | null
  /** The assignment that the outgoing side had before, and its reason. */
  readonly out_expense_id: string | null
  readonly out_expense_why: unknown
}

/** Everything that deleting a transaction changed besides its row. */
export type Removal = {
  /** The fields of a person, before the deletion became one of them. */
  readonly edited: readonly string[]
  readonly money: RemovedMoney
  /** Amounts that it paid from Expenses. Missing in removals of older versions. */
  readonly shares?: readonly Share[]
  readonly pair: Pair | null
  /** True if the transfer was noted here only later, because its other side was restored first. */
  readonly pairedLater?: true
  /** True if a source reported the transaction when it was deleted. */
  readonly reported: boolean
}

/** Loads the transfer that a transaction is a side of. */
export async function findPair({ db, caller }: WriteContext, id: string): Promise<Pair | null> {
  const { rows } = await sql<Pair>`
    select out_id, in_id, out_type, in_type, found_at::text as found_at, card_expense_id, out_expense_id,
      out_expense_why
    from account_transfers
    where household_id = ${caller.householdId} and (out_id = ${id} or in_id = ${id})`.execute(db)
  return rows[0] ?? null
}

/** Returns the id of the other side. */
export function otherSide(pair: Pair, id: string): string {
  return pair.out_id === id ? pair.in_id : pair.out_id
}

/** Returns the type that a side had before the two were found to be a transfer. */
export function typeOf(pair: Pair, id: string): Type {
  return pair.out_id === id ? pair.out_type : pair.in_type
}

/** True if a source reports the transaction at present. */
export async function isReported({ db, caller }: WriteContext, id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from provider_transactions where household_id = ${caller.householdId}
      and transaction_id is not null and transaction_id = ${id} and removed_at is null limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Stores a removal, or replaces the one that is stored. */
export async function keepRemoval(
  { db, caller, now }: WriteContext,
  id: string,
  removal: Removal,
): Promise<void> {
  const text = JSON.stringify(removal)
  await sql`
    insert into transaction_removals (household_id, transaction_id, removed_at, removal)
    values (${caller.householdId}, ${id}, ${now()}, ${text}::jsonb)
    on conflict (household_id, transaction_id) do update set removal = excluded.removal`.execute(db)
}
