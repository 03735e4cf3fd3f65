import { sql } from 'kysely'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import {
  BY_CARD,
  cardPayment,
  type Leg,
  mayPair,
} from '#/budget/transactions/naming/card-payment.ts'
import { TRANSFER_DAYS } from '#/budget/accounts/transfer-days.ts'
import { type Match, matchTransfers } from '#/budget/transactions/naming/match-transfers.ts'
import { spendKnownCardPayments } from './known-card-payments.ts'
import { resettleAll } from '#/budget/assignments/settle.ts'

/** One side of a transfer. `cards` are the live Expenses of linked cards. */
const leg = (
  householdId: string,
) => sql<Leg>`json_build_object('id', t.id, 'accountId', t.account_id, 'amount', t.amount,
  'currency', t.currency, 'booked', t.booked_at, 'type', t.type, 'expenseId', t.expense_goal_id,
  'history', t.history, 'isChosen', 'expense_goal_id' = any (t.edited),
  'isAutomatic', t.expense_why is not null,
  'isCard', a.type = 'credit', 'cardExpenseId', c.id,
  'paysAccountId', (select p.card_account_id from expenses p
    where p.household_id = ${householdId} and p.id = t.expense_goal_id))`

/**
 * Pairs transactions of this write that move money between two accounts of the household: equal amounts out and in, at
 * most four days apart, and with no other candidate on either side. Both become transfers, which are neither spending
 * nor income. Manual transactions and types set by a person stay, and so do split ones and payments that are spent from an
 * Expense, except one from the Expense of the card that it pays. A payment of a card with an Expense is spent from that Expense,
 * because its purchases have set the money aside.
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
    ), cards as materialized (
      select id, card_account_id from expenses
      where household_id = ${householdId} and card_account_id is not null and archived_at is null
    ), open as (
      select t.household_id, t.id, t.account_id, t.amount, t.currency, t.booked_at, t.type, t.expense_goal_id,
        t.history, t.edited, t.expense_why, t.revision = ${writer.revision} as changed,
        min(t.amount) over alike as least, max(t.amount) over alike as most
      from transactions t
      where t.household_id = ${householdId} and t.visible and t.splits is null
        and (t.expense_goal_id is null or t.expense_goal_id in (select id from cards)
          or t.expense_why is not null and exists (select 1 from cards))
        and t.booked_at between (select first from span) and (select last from span)
        and (t.type = 'transfer' or (t.provider <> 'manual' and 'type' <> all (t.edited)))
      window alike as (partition by t.currency, abs(t.amount))
    )
    select ${leg(householdId)} as side, t.changed from open t
    join accounts a on a.household_id = ${householdId} and a.id = t.account_id
    left join cards c on c.card_account_id = t.account_id
    where t.least < 0 and t.most > 0
      and not exists (select 1 from account_transfers p
        where p.household_id = ${householdId} and p.out_id = t.id)
      and not exists (select 1 from account_transfers p
        where p.household_id = ${householdId} and p.in_id = t.id)`.execute(db)
  const found = matchTransfers(
    rows.map(({ side, changed }) => ({ ...side, changed })),
    mayPair,
  )
  await storePairs(
    writer,
    found.filter(({ out, into }) => out.changed || into.changed),
  )
  await spendKnownCardPayments(writer)
}

/** A side whose pair is dissolved, with the type and the Expense that it has again. */
type Parted = {
  readonly was: Omit<Leg, 'isCard' | 'cardExpenseId'>
  readonly type: Leg['type']
  readonly expenseId: string | null
  /** Why Earmark has assigned that Expense. */
  readonly why: unknown
}

/**
 * Unpairs transfers of which this write has deleted a side, or changed its amount or type. The other side gets back the
 * type and the Expense that it had before; what a person has set since then stays.
 */
export async function unpairTransfers(writer: WriteContext): Promise<void> {
  const { db, caller } = writer
  const { householdId } = caller
  const { rows } = await sql<Parted>`
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
        and o.household_id = ${householdId} and o.id = p.out_id
        and i.household_id = ${householdId} and i.id = p.in_id
        and (o.deleted_at is not null or i.deleted_at is not null or o.amount <> -i.amount
          or o.type <> 'transfer' or i.type <> 'transfer')
      returning p.out_id, p.out_type, p.out_expense_id, p.out_expense_why, p.card_expense_id, p.in_id, p.in_type
    ), sides as (
      select 0 as place, out_id as id, out_type as type, out_expense_id, out_expense_why,
        card_expense_id from parted
      union all select 1, in_id, in_type, null, null, null from parted
    )
    select json_build_object('id', t.id, 'accountId', t.account_id, 'amount', t.amount,
        'currency', t.currency, 'booked', t.booked_at, 'type', t.type, 'expenseId', t.expense_goal_id,
        'history', t.history) as was,
      case when t.type = 'transfer' and 'type' <> all (t.edited) then s.type else t.type end as type,
      case when t.expense_goal_id = s.card_expense_id and 'expense_goal_id' <> all (t.edited)
        then (select e.id from expenses e where e.household_id = ${householdId}
          and e.id = s.out_expense_id and e.archived_at is null)
        else t.expense_goal_id end as "expenseId",
      case when t.expense_goal_id = s.card_expense_id and 'expense_goal_id' <> all (t.edited)
        then s.out_expense_why else t.expense_why end as why
    from sides s
    join transactions t on t.household_id = ${householdId} and t.id = s.id and t.deleted_at is null
    order by s.place`.execute(db)
  // The outgoing side comes first: what it gives back to the card's Expense can then return as the card's refund.
  const parted = rows.filter(({ was, type, expenseId }) => {
    return was.type !== type || was.expenseId !== expenseId
  })
  for (const { was, type, expenseId, why } of parted) {
    await writer.db
      .updateTable('transactions')
      .set({
        type,
        expense_goal_id: expenseId,
        expense_why: expenseId === null || !why ? null : JSON.stringify(why),
        revision: writer.revision,
        updated_at: writer.now(),
      })
      .where('household_id', '=', householdId)
      .where('id', '=', was.id)
      .execute()
  }
  await resettleAll(
    writer,
    parted.map(({ was, type, expenseId }) => ({ before: was, after: { ...was, type, expenseId } })),
  )
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
    ...cardPayment({ out, into }),
  }))
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as g (out_id uuid, in_id uuid, out_type text, in_type text, card_expense_id uuid,
          out_expense_id uuid)
    ), stored as (
      insert into account_transfers (household_id, out_id, in_id, out_type, in_type, found_at,
        card_expense_id, out_expense_id, out_expense_why)
      select ${householdId}, g.out_id, g.in_id, g.out_type, g.in_type, ${now}, g.card_expense_id,
        g.out_expense_id, case when g.out_expense_id is not null then t.expense_why end
      from given g join transactions t on t.household_id = ${householdId} and t.id = g.out_id
    )
    update transactions t set type = 'transfer', revision = ${writer.revision}, updated_at = ${now},
      expense_goal_id = coalesce(side.card_expense_id, t.expense_goal_id),
      expense_why = case when side.card_expense_id is null then t.expense_why else ${BY_CARD}::jsonb end
    from (select out_id as id, card_expense_id from given union all select in_id, null from given) side
    where t.household_id = ${householdId} and t.id = side.id
      and (t.type <> 'transfer' or t.expense_goal_id is distinct from
        coalesce(side.card_expense_id, t.expense_goal_id))`.execute(writer.db)
  const sides = pairs.flatMap(({ out, into }, index) => {
    const expenseId = given[index]!.card_expense_id ?? out.expenseId
    // The card's side comes first: money that it returned as if it were a refund is what the payment is spent from.
    return [
      { before: into, after: { ...into, type: 'transfer' as const } },
      { before: out, after: { ...out, type: 'transfer' as const, expenseId } },
    ]
  })
  // History has moved no money, unless it is now spent from an Expense.
  const moving = sides.filter(({ before, after }) => {
    return before.expenseId !== after.expenseId || (!before.history && before.type !== after.type)
  })
  await resettleAll(writer, moving)
}
