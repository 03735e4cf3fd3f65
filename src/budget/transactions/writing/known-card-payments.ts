import { sql } from 'kysely'
import type { Day } from '#/core/values/day.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import { resettle } from '#/budget/assignments/settle.ts'

type Known = {
  readonly id: string
  readonly accountId: string
  readonly amount: number
  readonly booked: Day
  readonly type: 'expense' | 'income' | 'transfer'
  readonly history: boolean
  readonly cardExpenseId: string
}

/**
 * Spends payments of this write from a card's Expense before the card shows them, if every earlier payment to the same
 * payee was one side of a transfer to this card: until the other side arrives, days later, free-to-spend would be too low.
 * A payment of more than the card owes is left alone. Payments that a person has decided on stay.
 */
export async function spendKnownCardPayments(writer: WriteContext): Promise<void> {
  const { householdId } = writer.caller
  const { rows } = await sql<Known>`
    with cards as materialized (
      select e.id, e.card_account_id, e.created_at, greatest(e.balance, -a.balance) as most
      from expenses e join accounts a on a.household_id = e.household_id and a.id = e.card_account_id
      where e.household_id = ${householdId} and e.archived_at is null
    ), payees as materialized (
      select o.merchant, (array_agg(c.id))[1] as expense_id
      from account_transfers p
      join transactions i on i.household_id = p.household_id and i.id = p.in_id
      join transactions o on o.household_id = p.household_id and o.id = p.out_id
      left join cards c on c.card_account_id = i.account_id
      where p.household_id = ${householdId} and exists (select from cards)
      group by o.merchant having count(distinct i.account_id) = 1 and count(c.id) > 0
    )
    select t.id, t.account_id as "accountId", t.amount, t.booked_at as booked, t.type, t.history,
      c.id as "cardExpenseId"
    from transactions t
    join payees k on k.merchant = t.merchant
    join cards c on c.id = k.expense_id
    join accounts a on a.household_id = t.household_id and a.id = t.account_id
    where t.household_id = ${householdId} and t.revision >= 0 and t.revision = ${writer.revision}
      and t.visible and t.amount < 0 and -t.amount <= c.most and t.expense_goal_id is null
      and t.splits is null and 'expense_goal_id' <> all (t.edited) and t.provider <> 'manual' and a.type <> 'credit'
      and (not t.history or t.provider = 'import') and t.booked_at >= (c.created_at at time zone ${writer.caller.zone})::date
      and not exists (select from account_transfers p
        where p.household_id = t.household_id and p.out_id = t.id)
    order by t.booked_at, t.id`.execute(writer.db)
  for (const { cardExpenseId, ...payment } of rows) {
    await writer.db
      .updateTable('transactions')
      .set({
        expense_goal_id: cardExpenseId,
        expense_why: JSON.stringify({ by: 'card' }),
        revision: writer.revision,
        updated_at: writer.now(),
      })
      .where('household_id', '=', householdId)
      .where('id', '=', payment.id)
      .execute()
    const before = { ...payment, expenseId: null }
    await resettle(writer, before, { ...before, expenseId: cardExpenseId })
  }
}
