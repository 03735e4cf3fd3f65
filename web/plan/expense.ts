import type { Told } from '#web/calls/operations.ts'

export type Expense = Told<'GET /expenses'>[number]
export type Group = Told<'GET /expense-groups'>[number]

export type State = 'funded' | 'ahead' | 'on_track' | 'behind' | 'paused' | 'open'

/** How an Expense stands, in one word. Who is behind is behind even where much is held for later. */
export function stateOf(expense: Expense): State {
  if (expense.is_paused) return 'paused'
  if (expense.is_behind) return 'behind'
  const { reserveGoal, reserveShortfall, extraReserve, type } = expense
  if (reserveGoal === 0) return type === 'credit_card' ? 'funded' : 'open'
  if (reserveShortfall === 0) return 'funded'
  return extraReserve > 0 ? 'ahead' : 'on_track'
}

/** A bar of what is held: parts of the whole from 0 to 1, in the order in which they lie. */
export type Bar = {
  readonly spent: number
  readonly ordinary: number
  readonly ahead: number
  /** Where one payment is whole, and where all that is to be held is; null where the end of the bar says so. */
  readonly payment: number | null
  readonly goal: number | null
}

/** What has been spent of a goal or a one-off counts towards it, so it lies in the bar. */
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
 * The Expenses under their groups, in the order of both; who has no group comes last, under null. `withLoose`: also where there
 * is none of them.
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
