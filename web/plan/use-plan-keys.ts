import { useNavigate } from '@tanstack/react-router'
import { useShortcut } from '#web/shell/keyboard.tsx'
import { useFundNow } from './by-hand.ts'
import type { Expense } from './expense.ts'
import { focusedExpense } from './marks.ts'
import type { PlanAction } from './search.ts'

/** Registers the keys of the plan. They act on the focused row; without one, the dialog lets people choose. */
export function usePlanKeys(expenses: readonly Expense[] | undefined): void {
  const navigate = useNavigate()
  const fund = useFundNow()
  const open = (action: PlanAction) => {
    const id = focusedExpense()
    if (id === null) return void navigate({ to: '/plan', search: { do: action } })
    void navigate({ to: '/plan/$id', params: { id }, search: { do: action } })
  }
  const on = expenses !== undefined && expenses.length > 0
  useShortcut('setAside', () => open('fund'), on)
  useShortcut('takeBack', () => open('release'), on)
  useShortcut(
    'fillUp',
    () => {
      const expense = expenses?.find(({ id }) => id === focusedExpense())
      if (expense) void fund(expense, { fill: true })
      else open('fund')
    },
    on,
  )
}
