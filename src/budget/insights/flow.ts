import { sql } from 'kysely'
import { lookOf } from '#/budget/expenses/look.ts'
import { rollupRows } from '#/budget/reports/rows.ts'
import { addCents, type Cents } from '#/core/values/cents.ts'
import { addDays } from '#/core/values/day.ts'
import { startOfDay } from '#/core/values/instant.ts'
import type { Call, Handle } from '#/platform/runtime/call.ts'
import type { insights } from './contract.ts'
import { all, answerPeriod, type Period, readPeriod, spansOfDays } from './period.ts'

type ByCategory = { category_id: string | null; amount: Cents }

type Row = {
  refunded: Cents
  spent: Cents
  income: ByCategory[]
  other: ByCategory[]
  expenses: {
    id: string
    expense: Parameters<typeof lookOf>[0]
    kind: 'bill' | 'envelope' | 'goal' | 'card'
    spent: Cents
    held: Cents
  }[]
}

/** `GET /insights/flow`: two reads. Income and Expenses come from rollups, the rest from its own payments. */
export const showFlow: Handle<typeof insights.showFlow> = async (call, { query }) => {
  const period = await readPeriod(call, query)
  const { refunded, spent, income, other, expenses } = await readFlow(call, period)
  const counted = expenses.flatMap(({ id, kind, expense, spent: used, held }) => {
    if (kind === 'card') return []
    const { name } = expense
    return [{ expense_id: id, name, kind, look: lookOf(expense), spent: used, held }]
  })
  // Spending from a card's Expense does not pay its debt, so it counts as any other.
  const fromCards = addCents(...expenses.flatMap((one) => (one.kind === 'card' ? [one.spent] : [])))
  const others = fromCards === 0 ? other : addUnfiled(other, fromCards)
  const comes = addCents(refunded, ...income.map(({ amount }) => amount))
  const goes = addCents(
    ...counted.map((one) => one.spent + one.held),
    ...others.map(({ amount }) => amount),
  )
  return {
    ...answerPeriod(period),
    income,
    refunded,
    spent,
    set_aside: counted,
    other: others,
    free: comes - goes,
  }
}

function addUnfiled(some: readonly ByCategory[], amount: Cents): ByCategory[] {
  const unfiled = some.find(({ category_id }) => category_id === null)?.amount ?? 0
  const filed = some.filter(({ category_id }) => category_id !== null)
  return [...filed, { category_id: null, amount: unfiled + amount }]
}

async function readFlow(call: Call, { from, to, begins, currency, ...period }: Period) {
  const { householdId, zone, currency: own } = call.caller
  const spans = spansOfDays(from, to, begins)
  const start = startOfDay(from, zone)
  const end = startOfDay(addDays(to, 1), zone)
  // Only the household's own currency is set aside. Opening balances came from no income of this period.
  const held =
    currency === own && period.first !== null
      ? sql`select l.expense_id, sum(l.amount)::bigint as amount from (
          select to_expense_id as expense_id, amount from ledger_entries
          where household_id = ${householdId} and created_at >= ${start} and created_at < ${end} and reason <> 'opening'
          union all
          select from_expense_id, -amount from ledger_entries
          where household_id = ${householdId} and created_at >= ${start} and created_at < ${end} and reason <> 'opening'
        ) l where l.expense_id is not null group by 1`
      : sql`select null::uuid as expense_id, 0::bigint as amount where false`
  const { rows } = await sql<Row>`
    with held as (${held}),
    used as (
      select r.facet_key::uuid as id, -sum(r.spent)::bigint as spent from transaction_totals r
      where ${rollupRows(householdId, { facet: 'expense', key: null }, spans)} and r.currency = ${currency}
      group by 1
    ),
    total as (
      select coalesce(sum(r.refunded), 0)::bigint as refunded, coalesce(-sum(r.spent), 0)::bigint as spent
      from transaction_totals r where ${rollupRows(householdId, all, spans)} and r.currency = ${currency}
    )
    select total.refunded, total.spent,
      coalesce((select json_agg(i) from (
        select nullif(r.facet_key, '') as category_id, sum(r.income)::bigint as amount from transaction_totals r
        where ${rollupRows(householdId, { facet: 'category', key: null }, spans)} and r.currency = ${currency}
        group by 1 having sum(r.income) <> 0) i), '[]') as income,
      coalesce((select json_agg(e) from (
        select e.id, json_build_object('name', e.name, 'type', e.type, 'hue', e.hue, 'icon', e.icon,
            'recurrence_anchor_date', e.recurrence_anchor_date) as expense,
          case when e.type = 'goal' then 'goal' when e.type = 'credit_card' and e.card_account_id is not null then 'card'
            when e.recurrence_anchor_date is null then 'envelope' else 'bill' end as kind,
          coalesce(u.spent, 0) as spent, coalesce(l.amount, 0) as held
        from expenses e left join used u on u.id = e.id left join held l on l.expense_id = e.id
        where e.household_id = ${householdId} and (u.spent <> 0 or l.amount <> 0)
        order by e.position, e.id) e), '[]') as expenses,
      coalesce((select json_agg(o) from (
        select p.category_id, -sum(p.amount)::bigint as amount from (
          select t.category_id, t.amount from transactions t
          where t.household_id = ${householdId} and t.visible and t.type = 'expense' and t.amount < 0
            and t.currency = ${currency} and t.booked_at between ${from} and ${to}
            and t.expense_goal_id is null and t.splits is null
          union all
          select part.category_id, part.amount from transactions t
          cross join lateral jsonb_to_recordset(t.splits)
            as part (amount bigint, category_id uuid, expense_goal_id uuid)
          where t.household_id = ${householdId} and t.visible and t.type = 'expense' and t.amount < 0
            and t.currency = ${currency} and t.booked_at between ${from} and ${to}
            and t.splits is not null and part.expense_goal_id is null
        ) p group by 1) o), '[]') as other
    from total`.execute(call.db)
  return rows[0]!
}
