import type { Output } from '#web/calls/operations.ts'
import type { PlanPart } from './search.ts'

export type Expense = Output<'GET /expenses'>[number]
export type Group = Output<'GET /expense-groups'>[number]

export type State = 'funded' | 'ahead' | 'on_track' | 'behind' | 'paused' | 'open'

/** Summarises an Expense in one word. An Expense that is behind counts as behind even if much is held for later payments. */
export function stateOf(expense: Expense): State {
  if (expense.is_paused) return 'paused'
  if (expense.is_behind) return 'behind'
  const { reserveGoal, reserveShortfall, extraReserve, type } = expense
  if (reserveGoal === 0) return type === 'credit_card' ? 'funded' : 'open'
  if (reserveShortfall === 0) return 'funded'
  return extraReserve > 0 ? 'ahead' : 'on_track'
}

/** The parts of a funded bar from 0 to 1, in drawing order. */
export type Bar = {
  readonly spent: number
  readonly ordinary: number
  readonly ahead: number
  /** The points at which one payment is complete and the whole goal is reached; null at the end of the bar. */
  readonly payment: number | null
  readonly goal: number | null
}

/** Computes the bar. Money already spent on a goal or a one-off counts towards it, so it is part of the bar. */
export function barOf(expense: Expense): Bar {
  const { balance, ordinaryBalance, extraReserve, reserveGoal, target_amount: target } = expense
  const spent = expense.spent_amount
  const whole = Math.max(reserveGoal, balance + spent, 1)
  const share = (cents: number) => Math.max(0, cents) / whole
  return {
    spent: share(spent),
    ordinary: share(ordinaryBalance),
    ahead: share(extraReserve),
    payment:
      expense.fund_ahead_payment_count > 1 && target !== null && target < whole
        ? share(target)
        : null,
    goal: reserveGoal > 0 && reserveGoal < whole ? share(reserveGoal) : null,
  }
}

/**
 * Groups the Expenses, keeping the order of both; those without a group come last, under null. `withLoose`: includes that last
 * group even if it is empty.
 */
export function inGroups(
  expenses: readonly Expense[],
  groups: readonly Group[],
  { withLoose = false }: { readonly withLoose?: boolean } = {},
): readonly { readonly group: Group | null; readonly expenses: readonly Expense[] }[] {
  const known = new Set(groups.map(({ id }) => id))
  const loose = expenses.filter(({ group_id: id }) => id === null || !known.has(id))
  const grouped = groups.map((group) => {
    return { group, expenses: expenses.filter(({ group_id }) => group_id === group.id) }
  })
  return loose.length === 0 && !withLoose ? grouped : [...grouped, { group: null, expenses: loose }]
}

/** Selects the Expenses that a term of the sum on Home adds up. */
export function partOf(expenses: readonly Expense[], part: PlanPart): readonly Expense[] {
  const term = { goal: 'goals', credit_card: 'cards', expense: 'expenses' } as const
  return expenses.filter(({ type }) => term[type] === part)
}
