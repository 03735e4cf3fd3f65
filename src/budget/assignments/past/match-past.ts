import { hasInterval } from '#/core/calendar/occurrences.ts'
import { addIntervals } from '#/core/values/interval.ts'
import { sql } from 'kysely'
import { addDays, type Day } from '#/core/values/day.ts'
import type { Acting } from '#/platform/runtime/call.ts'
import { judge } from '#/budget/assignments/assign-payments.ts'
import { loadEvidence, type Ruled, soughtOf } from '#/budget/assignments/load-evidence.ts'
import type { AssignmentWhy } from '#/budget/assignments/rules/choose-expense.ts'
import type { Candidate as Payer } from '#/budget/assignments/rules/evidence.ts'
import { findNamedExpense } from '#/budget/categories/rule.ts'
import { type Candidate, firstPastDay, type Past } from './load-past.ts'

/** A past payment with the Expense that it looks like a payment of. */
export type Match = {
  readonly candidate: Candidate
  readonly expenseId: string
  readonly why: AssignmentWhy
}

/**
 * Finds the Expense of each candidate, as an import would if the Expense had existed then. An equal amount alone is not
 * enough: people would be asked about payments that have nothing to do with the Expense.
 */
export async function matchPast(acting: Acting, past: Past): Promise<Match[]> {
  const { candidates, expenses, rules } = past
  if (candidates.length === 0 || expenses.length === 0) return []
  const found = await loadEvidence(acting, soughtOf(expenses), {
    ruled: nameByRule(candidates, rules),
    scope: sql`t.id = any(${candidates.map(({ id }) => id)}::uuid[])`,
  })
  if (found === null) return []
  const first = firstPastDay(acting)
  const payments = found.payments.map((one) => ({ ...one, isRecorded: false }))
  const earlier = found.facts.expenses.map((one) => beginBefore(one, first))
  const judged = await judge(acting, payments, { ...found.facts, expenses: earlier })
  const byId = new Map(candidates.map((one) => [one.id, one]))
  return judged
    .flatMap(({ payment, verdict: { expenseId, why } }): Match[] => {
      const candidate = byId.get(payment.id)
      return candidate && why.by !== 'amount' ? [{ candidate, expenseId, why }] : []
    })
    .toReversed()
}

function nameByRule(candidates: readonly Candidate[], rules: Past['rules']): Ruled {
  const named = findNamedExpense(rules)
  return new Map(
    candidates.flatMap((candidate) => {
      const rule = named(candidate)
      return rule ? [[candidate.id, rule] as const] : []
    }),
  )
}

/** Moves the beginning of an Expense and its first due date back, so that past payments can be judged. */
function beginBefore(expense: Payer, first: Day): Payer {
  const created = addDays(first, -1)
  let { anchor } = expense
  if (anchor !== null && hasInterval(expense)) {
    while (anchor > created) anchor = addIntervals(anchor, expense, -1)
  }
  return { ...expense, created, anchor }
}
