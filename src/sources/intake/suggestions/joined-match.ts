import { sql } from 'kysely'
import type { Tables } from '#/platform/database/tables.ts'
import { type Held, loadHeld as loadHeldIn } from '#/budget/assignments/held.ts'
import type { Settlement } from '#/budget/expenses/rules/settlement.ts'
import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'
import type { Acting } from '#/platform/runtime/call.ts'

// Stores both payments of an accepted match, so that they can be separated again to the cent.

/** The fields of a payment that joining changes. `type` is its own type, even while it is paired as a transfer. */
export type Version = {
  readonly amount: Cents
  readonly booked_at: Day
  readonly type: Tables['transactions']['type']
  readonly concept: string
  readonly original_concept: string | null
  readonly merchant: string | null
  readonly category_id: string | null
  readonly category_why: unknown
  readonly notes: string | null
  readonly status: Tables['transactions']['status']
  readonly expense_goal_id: string | null
  readonly expense_why?: unknown
  readonly edited: readonly string[]
  readonly deleted_at: string | null
  /** Always null when payments are joined. A person may split the joined payment later. */
  readonly splits: unknown
  /** The Expenses between which it moved money. Null: it moved none. */
  readonly settled: Settled | null
  readonly isTransfer: boolean
}

type Settled = {
  readonly expense_id: string | null
  readonly card_expense_id: string | null
  readonly settlement: Settlement
}

type Mirrored = {
  readonly provider_account_id: string
  readonly external_id: string
  readonly transaction_id: string
  readonly removed_at: string | null
}

export type Joined = {
  /** Both payments before, and the joined payment. */
  readonly first: Version
  readonly second: Version
  readonly merged: Version
  readonly heldBefore: readonly Held[]
  readonly heldAfter: readonly Held[]
  readonly mirrors: readonly Mirrored[]
}

type Ids = { readonly pendingId: string; readonly bookedId: string }

/** Loads both payments, their mirrors, and the Expenses that they may move money in. */
export async function noteBefore(acting: Acting, { pendingId, bookedId }: Ids) {
  const { householdId } = acting.caller
  const { rows: mirrors } = await sql<Mirrored>`
    select provider_account_id, external_id, transaction_id, removed_at::text as removed_at
    from provider_transactions
    where household_id = ${householdId} and transaction_id in (${pendingId}, ${bookedId})`.execute(
    acting.db,
  )
  return {
    first: await loadVersion(acting, pendingId),
    second: await loadVersion(acting, bookedId),
    heldBefore: await loadHeld(acting, [pendingId, bookedId]),
    mirrors,
  }
}

/** Stores the state before and after joining, which separating needs. */
export async function keepJoined(
  acting: Acting,
  suggestionId: string,
  joined: Omit<Joined, 'merged' | 'heldAfter'> & {
    readonly pendingId: string
    readonly acceptedAt: Temporal.Instant
  },
): Promise<void> {
  const { pendingId, acceptedAt, ...before } = joined
  const kept: Joined = {
    ...before,
    merged: await loadVersion(acting, pendingId),
    heldAfter: await loadHeld(
      acting,
      [],
      before.heldBefore.map(({ id }) => id),
    ),
  }
  await acting.db
    .updateTable('match_suggestions')
    .set({ accepted_at: acceptedAt, joined: JSON.stringify(kept) })
    .where('household_id', '=', acting.caller.householdId)
    .where('id', '=', suggestionId)
    .execute()
}

/** Loads the current version of a payment. */
export async function loadVersion({ db, caller }: Acting, id: string): Promise<Version> {
  const { rows } = await sql<Version>`
    select t.amount, t.booked_at, coalesce(
        case t.id when p.out_id then p.out_type when p.in_id then p.in_type end, t.type) as type,
      t.concept, t.original_concept, t.merchant, t.category_id, t.category_why, t.notes, t.status,
      t.expense_goal_id, t.expense_why, t.edited, t.deleted_at::text as deleted_at, p.out_id is not null as "isTransfer",
      t.splits, (select json_build_object('expense_id', s.expense_id, 'card_expense_id', s.card_expense_id,
          'settlement', s.settlement)
        from settlements s
        where s.household_id = ${caller.householdId} and s.transaction_id = t.id and s.position = 0) as settled
    from transactions t
    left join account_transfers p on p.household_id = ${caller.householdId} and t.id in (p.out_id, p.in_id)
    where t.household_id = ${caller.householdId} and t.id = ${id}`.execute(db)
  return rows[0]!
}

/** Loads the money in the Expenses that some payments affect, and in the named ones. */
export async function loadHeld(
  { db, caller }: Acting,
  ofTransactions: readonly string[],
  named: readonly string[] = [],
): Promise<Held[]> {
  const { householdId } = caller
  const { rows } = await sql<{ id: string }>`
    select e.id from expenses e
    where e.household_id = ${householdId} and (e.id = any(${named}::uuid[])
      or exists (select 1 from transactions t where t.household_id = ${householdId}
        and t.id = any(${ofTransactions}::uuid[])
        and (t.expense_goal_id = e.id or t.account_id = e.card_account_id))
      or exists (select 1 from settlements s where s.household_id = ${householdId}
        and s.transaction_id = any(${ofTransactions}::uuid[]) and e.id in (s.expense_id, s.card_expense_id)))
    order by e.id`.execute(db)
  const ids = rows.map(({ id }) => id)
  return loadHeldIn(db, householdId, ids)
}
