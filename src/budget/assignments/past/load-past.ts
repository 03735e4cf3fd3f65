import { type RawBuilder, sql } from 'kysely'
import type { Cents } from '#/core/values/cents.ts'
import { addDays, type Day, dayAt } from '#/core/values/day.ts'
import type { Acting } from '#/platform/runtime/call.ts'
import { type ExpenseRow, expenseRows } from '#/budget/expenses/holdings.ts'
import { rulesOf } from '#/budget/categories/rules-of.ts'
import type { Rule } from '#/budget/categories/rule.ts'

/** Days up to today in which payments are offered. */
export const PAST_DAYS = 60

/** A payment that free-to-spend has paid and nobody has decided about. */
export type Candidate = {
  readonly id: string
  readonly concept: string
  /** The bank's own text. */
  readonly descriptor: string
  readonly merchant: string
  readonly amount: Cents
  readonly currency: string
  readonly booked: Day
  readonly accountId: string
  readonly accountName: string
}

export type Past = {
  readonly candidates: readonly Candidate[]
  readonly expenses: readonly ExpenseRow[]
  readonly rules: readonly Rule[]
}

/** Returns the day of an instant that the database has written. */
export function createdDay({ created_at }: ExpenseRow, zone: string): Day {
  return dayAt(Temporal.Instant.from(created_at), zone)
}

/** Loads the candidates, all Expenses and all rules by one statement; `ids` limits the candidates. */
export async function loadPast(
  acting: Acting,
  ids: readonly string[] | null = null,
): Promise<Past> {
  const { householdId } = acting.caller
  const { rows } = await sql<Past>`
    select
      coalesce((select json_agg(c order by c.booked desc, c.id desc) from (
        select t.id, t.concept, coalesce(t.original_concept, t.concept) as descriptor, t.merchant,
          t.amount, t.currency, t.booked_at as booked, t.account_id as "accountId",
          a.name as "accountName"
        from transactions t
        join accounts a on a.household_id = ${householdId} and a.id = t.account_id
        where ${isCandidate(acting)}
          and (${ids === null ? null : [...ids]}::uuid[] is null or t.id = any(${ids === null ? null : [...ids]}::uuid[]))) c), '[]')
        as candidates,
      coalesce((select json_agg(e) from (${expenseRows(householdId)}) e), '[]') as expenses,
      ${rulesOf(householdId)} as rules`.execute(acting.db)
  return rows[0]!
}

export type Reader = Pick<Acting, 'now'> & {
  readonly caller: Pick<Acting['caller'], 'householdId' | 'zone' | 'currency'>
}

/** Returns the first day whose payments are offered. */
export function firstPastDay({ caller, now }: Reader): Day {
  return addDays(dayAt(now(), caller.zone), 1 - PAST_DAYS)
}

/** The condition on transactions `t` of a candidate. */
export function isCandidate(acting: Reader): RawBuilder<boolean> {
  const { householdId, zone, currency } = acting.caller
  const today = dayAt(acting.now(), zone)
  return sql`(t.household_id = ${householdId} and t.visible and t.expense_goal_id is null and t.splits is null
    and t.booked_at >= ${firstPastDay(acting)} and t.booked_at <= ${today}
    and t.type = 'expense' and t.amount < 0 and t.currency = ${currency}
    and 'expense_goal_id' <> all (t.edited)
    and not exists (select 1 from left_payments l
      where l.household_id = ${householdId} and l.transaction_id = t.id)
    and not exists (select 1 from assignment_suggestions s where s.household_id = ${householdId}
      and s.transaction_id = t.id and s.answer is distinct from 'accepted'))`
}
