import type { Day } from '#/core/values/day.ts'
import { merchantOf } from '#/budget/transactions/naming/merchant.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** The body of a create request. `amount` in cents. */
export type NewTransaction = {
  readonly account_id: string
  readonly amount: number
  readonly concept: string
  readonly booked_at: Day
  readonly type?: 'expense' | 'income' | 'transfer' | undefined
  readonly category_id?: string | null | undefined
  readonly expense_goal_id?: string | null | undefined
  readonly notes?: string | null | undefined
  readonly external_id?: string | null | undefined
}

/** A payment that is about to be recorded: what was sent, and what follows from it. */
export type Payment = NewTransaction & {
  readonly id: string
  readonly edited: readonly string[]
  readonly type: 'expense' | 'income' | 'transfer'
  readonly merchant: string
}

export function toPayment(input: NewTransaction, { newId }: Pick<Runtime, 'newId'>): Payment {
  return {
    ...input,
    id: newId(),
    // An Expense that is sent, also none, is a choice, and no import decides otherwise.
    edited: input.expense_goal_id === undefined ? [] : ['expense_goal_id'],
    type: input.type ?? (input.amount < 0 ? 'expense' : 'income'),
    merchant: merchantOf(input.concept),
  }
}
