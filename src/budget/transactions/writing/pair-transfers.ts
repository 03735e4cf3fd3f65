import { sql } from 'kysely'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import {
  type Match,
  matchTransfers,
  type Side,
  TRANSFER_DAYS,
} from '#/budget/transactions/naming/match-transfers.ts'
import { resettle } from '#/budget/assignments/settle.ts'

type Type = 'expense' | 'income' | 'transfer'

/** One side of a transfer, with the fields that settling needs. */
type Leg = Side & {
  readonly type: Type
  readonly expenseId: string | null
  readonly history: boolean
}

const leg = sql<Leg>`json_build_object('id', t.id, 'accountId', t.account_id, 'amount', t.amount,
  'currency', t.currency, 'booked', t.booked_at, 'type', t.type, 'expenseId', t.expense_goal_id,
  'history', t.history)`

/**
 * Pairs transactions of this write that move money between two accounts of the household: equal amounts out and in, at
 * most four days apart, not spent from an Expense, and with no other candidate on either side. Both become transfers,
 * which are neither spending nor income. Manual transactions and types set by a person stay.
 */
export async function pairTransfers(writer: WriteContext): Promise<void> {
  await unpairTransfers(writer)
  const { db, caller } = writer
  const { householdId } = caller
  // A window instead of a self-join: statistics do not know this write's rows yet, so PostgreSQL would compare each with
  // each. Only amounts that both leave and arrive are read.
  const { rows } = await sql<{ side: Leg; changed: boolean }>`
    with changed as materialized (
      select booked_at from transactions
      where household_id = ${householdId} and revision >= 0 and revision = ${writer.revision} and visible
    ), span as (
      select min(booked_at) - ${2 * TRANSFER_DAYS}::int as first,
        max(booked_at) + ${2 * TRANSFER_DAYS}::int as last from changed
    ), open as (
      select t.household_id, t.id, t.account_id, t.amount, t.currency, t.booked_at, t.type, t.expense_goal_id,
        t.history, t.revision = ${writer.revision} as changed,
        min(t.amount) over alike as least, max(t.amount) over alike as most
      from transactions t
      where t.household_id = ${householdId} and t.visible and t.expense_goal_id is null
        and t.booked_at between (select first from span) and (select last from span)
        and (t.type = 'transfer' or (t.provider <> 'manual' and 'type' <> all (t.edited)))
      window alike as (partition by t.currency, abs(t.amount))
    )
    select ${leg} as side, t.changed from open t
    where t.least < 0 and t.most > 0
      and not exists (select from account_transfers p
        where p.household_id = t.household_id and p.out_id = t.id)
      and not exists (select from account_transfers p
        where p.household_id = t.household_id and p.in_id = t.id)`.execute(db)
  const found = matchTransfers(rows.map(({ side, changed }) => ({ ...side, changed })))
  await storePairs(
    writer,
    found.filter(({ out, into }) => out.changed || into.changed),
  )
}

/**
 * Unpairs transfers of which this write has deleted a side, or changed its amount or type. The other side gets back the
 * type that it had before.
 */
export async function unpairTransfers(writer: WriteContext): Promise<void> {
  const { db, caller } = writer
  const { householdId } = caller
  const { rows } = await sql<{ was: Leg; type: Type }>`
    with changed as materialized (
      select id from transactions
      where household_id = ${householdId} and revision >= 0 and revision = ${writer.revision}
    ), touched as materialized (
      select p.out_id from changed join account_transfers p
        on p.household_id = ${householdId} and p.out_id = changed.id
      union select p.out_id from changed join account_transfers p
        on p.household_id = ${householdId} and p.in_id = changed.id
    ), parted as (
      delete from account_transfers p using touched, transactions o, transactions i
      where p.household_id = ${householdId} and p.out_id = touched.out_id
        and o.household_id = p.household_id and o.id = p.out_id
        and i.household_id = p.household_id and i.id = p.in_id
        and (o.deleted_at is not null or i.deleted_at is not null or o.amount <> -i.amount
          or o.type <> 'transfer' or i.type <> 'transfer')
      returning p.out_id, p.out_type, p.in_id, p.in_type
    ), sides as (
      select out_id as id, out_type as type from parted
      union all select in_id, in_type from parted
    )
    select ${leg} as was, s.type from sides s
    join transactions t on t.household_id = ${householdId} and t.id = s.id
      and t.deleted_at is null and t.type = 'transfer' and 'type' <> all (t.edited)`.execute(db)
  for (const { was, type } of rows) await retype(writer, was, type)
}

async function storePairs(writer: WriteContext, pairs: readonly Match<Leg>[]): Promise<void> {
  if (pairs.length === 0) return
  const { householdId } = writer.caller
  const now = writer.now()
  const given = pairs.map(({ out, into }) => ({
    out_id: out.id,
    in_id: into.id,
    out_type: out.type,
    in_type: into.type,
  }))
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as g (out_id uuid, in_id uuid, out_type text, in_type text)
    ), stored as (
      insert into account_transfers (household_id, out_id, in_id, out_type, in_type, found_at)
      select ${householdId}, out_id, in_id, out_type, in_type, ${now} from given
    )
    update transactions t set type = 'transfer', revision = ${writer.revision}, updated_at = ${now}
    from (select out_id as id from given union all select in_id from given) side
    where t.household_id = ${householdId} and t.id = side.id and t.type <> 'transfer'`.execute(
    writer.db,
  )
  for (const side of pairs.flatMap(({ out, into }) => [out, into])) {
    // History has moved no money, so there is nothing to settle.
    if (side.history || side.type === 'transfer') continue
    await resettle(writer, side, { ...side, type: 'transfer' })
  }
}

async function retype(writer: WriteContext, was: Leg, type: Type): Promise<void> {
  if (was.type === type) return
  await writer.db
    .updateTable('transactions')
    .set({ type, revision: writer.revision, updated_at: writer.now() })
    .where('household_id', '=', writer.caller.householdId)
    .where('id', '=', was.id)
    .execute()
  await resettle(writer, was, { ...was, type })
}
