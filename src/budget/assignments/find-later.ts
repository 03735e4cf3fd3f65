import { sql } from 'kysely'
import { loadExpenses, toHoldings, type TouchedHolding } from '#/budget/expenses/holdings.ts'
import { laterSince } from '#/budget/expenses/rules/lanes.ts'
import type { PaydaySince, PaydaysSince } from '#/budget/expenses/rules/plan-again.ts'
import { addCents, type Cents } from '#/core/values/cents.ts'
import { type Day, dayAt } from '#/core/values/day.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'

/** A share of a payment that is spent from an Expense. */
type Spending = {
  readonly id: string
  readonly spentFrom: string | null
  readonly booked: Day
  /** The day on which the payment was first seen. */
  readonly seen: Day
  /** False for a payment of this write: nothing came after it. */
  readonly isStored: boolean
}

/** The money of an Expense that is meant for later payments than one, in cents, and the paydays that gave it to a bill. */
export type Later = { readonly later: Cents; readonly since?: PaydaysSince }

/**
 * Finds the money of Expenses that is meant for later payments, because a payment may find its Expense days after it was
 * made: by payment and Expense (`laterKey`). Nothing is read for a payment that finds its Expense at once.
 */
export async function findLater(
  writer: WriteContext,
  touched: readonly TouchedHolding[],
  spending: readonly Spending[],
): Promise<ReadonlyMap<string, Later>> {
  const today = dayAt(writer.now(), writer.caller.zone)
  const bills: Since[] = []
  const cards: Asked[] = []
  for (const one of spending) {
    const holding = touched.find(({ id }) => id === one.spentFrom)
    if (!holding) continue
    const asked = { id: one.id, expense: holding.id }
    const since = laterSince(holding, one)
    if (since !== null && since < today) bills.push({ ...asked, since })
    if (holding.cardAccountId !== null && one.isStored) cards.push(asked)
  }
  const found = [...(await givenByPaydays(writer, bills)), ...(await reservedSince(writer, cards))]
  return new Map(found.map((one) => [laterKey(one.id, one.expense), one]))
}

export function laterKey(id: string, expenseId: string | null): string {
  return `${id} ${expenseId}`
}

type Asked = { readonly id: string; readonly expense: string }
type Since = Asked & { readonly since: Day }
type Found = Asked & Later

/** Finds the paydays of bills since payments were made, and adds up the money that they have given. */
async function givenByPaydays(
  { db, caller: { householdId } }: WriteContext,
  asked: readonly Since[],
): Promise<readonly Found[]> {
  if (asked.length === 0) return []
  const { rows } = await sql<Asked & { readonly paydays: readonly PaydaySince[] }>`
    select a.id, a.expense, json_agg(json_build_object('day', f.day, 'asked', f.ordinary_planned,
      'given', f.ordinary_funded, 'isWhole', not exists (select 1 from payday_fundings o
        where o.household_id = ${householdId} and o.day = f.day
          and o.ordinary_planned + o.ahead_planned > o.ordinary_funded + o.ahead_funded)) order by f.day) as paydays
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a (id uuid, expense uuid, since date)
    join payday_fundings f on f.household_id = ${householdId} and f.day > a.since and f.expense_id = a.expense
    group by a.id, a.expense`.execute(db)
  if (rows.length === 0) return []
  const holdings = toHoldings(await loadExpenses(db, householdId))
  return rows.map(({ id, expense, paydays }) => {
    const later = addCents(...paydays.map(({ given }) => given))
    const calendar = holdings.find((holding) => holding.id === expense)?.terms.paydays
    return { id, expense, later, ...(calendar && { since: { calendar, paydays } }) }
  })
}

/** Adds up the money that purchases have set aside for cards' bills since payments of the cards arrived: for the next bills. */
async function reservedSince(
  { db, caller: { householdId } }: WriteContext,
  asked: readonly Asked[],
): Promise<readonly Found[]> {
  if (asked.length === 0) return []
  const { rows } = await sql<Found>`
    with asked as materialized (
      select a.id, a.expense, p.created_at
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a (id uuid, expense uuid)
      join transactions p on p.household_id = ${householdId} and p.id = a.id
    ), sums as materialized (
      select s.card_expense_id, t.created_at, sum(sum((s.settlement->>'reserved')::bigint))
        over (partition by s.card_expense_id order by t.created_at desc) as later
      from transactions t
      join settlements s on s.household_id = ${householdId} and s.transaction_id = t.id
      where t.household_id = ${householdId} and t.visible and t.created_at > (select min(created_at) from asked)
        and s.card_expense_id in (select expense from asked)
      group by s.card_expense_id, t.created_at
    )
    select a.id, a.expense, s.later::bigint as later
    from asked a
    cross join lateral (select later from sums
      where card_expense_id = a.expense and created_at > a.created_at order by created_at limit 1) s
    where s.later > 0`.execute(db)
  return rows
}
