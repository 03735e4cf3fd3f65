import { sql } from 'kysely'
import type { Day } from '#/core/values/day.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import { BY_CARD } from '#/budget/transactions/naming/card-payment.ts'
import { resettleAll } from '#/budget/assignments/settle.ts'

type Known = {
  readonly id: string
  readonly accountId: string
  readonly amount: number
  readonly booked: Day
  readonly type: 'expense' | 'income' | 'transfer'
  readonly history: boolean
  readonly cardExpenseId: string
}

/** Earlier payments of so many days say what a payee is. */
const KNOWN_DAYS = 366

/**
 * Spends payments of this write from a card's Expense before the card shows them, if every earlier payment to the same
 * payee was one side of a transfer to this card: until the other side arrives, days later, free-to-spend would be too low.
 * Payments from before the card's first row count for nothing, because the card cannot show them. A payment of more than
 * the card owes is left alone. Payments that a person has decided on stay.
 */
export async function spendKnownCardPayments(writer: WriteContext): Promise<void> {
  const { householdId } = writer.caller
  const { rows } = await sql<Known>`
    with cards as materialized (
      select e.id, e.card_account_id, e.created_at, greatest(e.balance, -a.balance) as most,
        (select min(f.booked_at) from transactions f where f.household_id = ${householdId}
          and f.account_id = e.card_account_id and f.visible) as first_row
      from expenses e join accounts a on a.household_id = ${householdId} and a.id = e.card_account_id
      where e.household_id = ${householdId} and e.archived_at is null
    ), open as materialized (
      select t.id, t.account_id, t.amount, t.booked_at, t.type, t.history, t.merchant
      from transactions t join accounts a on a.household_id = ${householdId} and a.id = t.account_id
      where exists (select 1 from cards)
        and t.household_id = ${householdId} and t.revision >= 0 and t.revision = ${writer.revision}
        and t.visible and t.amount < 0 and t.expense_goal_id is null
        and t.splits is null and 'expense_goal_id' <> all (t.edited) and t.provider <> 'manual' and a.type <> 'credit'
        and (not t.history or t.provider = 'import')
        and not exists (select 1 from account_transfers p
          where p.household_id = ${householdId} and p.out_id = t.id)
    ), payees as materialized (
      select o.merchant, (array_agg(c.id))[1] as expense_id
      from transactions o
      join account_transfers p on p.household_id = ${householdId} and p.out_id = o.id
      join transactions i on i.household_id = ${householdId} and i.id = p.in_id
      left join cards c on c.card_account_id = i.account_id
      where o.household_id = ${householdId} and o.visible and o.type = 'transfer' and o.amount < 0
        and o.booked_at >= (select min(booked_at) from open) - ${KNOWN_DAYS}::int
        and o.merchant in (select merchant from open)
      group by o.merchant having count(distinct i.account_id) = 1 and count(c.id) > 0
    )
    select t.id, t.account_id as "accountId", t.amount, t.booked_at as booked, t.type, t.history,
      c.id as "cardExpenseId"
    from open t
    join payees k on k.merchant = t.merchant
    join cards c on c.id = k.expense_id
    where -t.amount <= c.most and t.booked_at >= (c.created_at at time zone ${writer.caller.zone})::date
      and not exists (select 1 from transactions u
        where u.household_id = ${householdId} and u.visible and u.merchant = t.merchant and u.amount < 0
          and u.booked_at between greatest(c.first_row, t.booked_at - ${KNOWN_DAYS}::int) and t.booked_at
          and u.expense_goal_id is distinct from c.id and u.id not in (select id from open)
          and not exists (select 1 from account_transfers p
            where p.household_id = ${householdId} and p.out_id = u.id))
    order by t.booked_at, t.id`.execute(writer.db)
  for (const { cardExpenseId, id } of rows) {
    await writer.db
      .updateTable('transactions')
      .set({
        expense_goal_id: cardExpenseId,
        expense_why: BY_CARD,
        revision: writer.revision,
        updated_at: writer.now(),
      })
      .where('household_id', '=', householdId)
      .where('id', '=', id)
      .execute()
  }
  await resettleAll(
    writer,
    rows.map(({ cardExpenseId, ...payment }) => {
      const before = { ...payment, expenseId: null }
      return { before, after: { ...before, expenseId: cardExpenseId } }
    }),
  )
}
