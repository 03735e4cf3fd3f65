import { useQueryClient } from '@tanstack/react-query'
import { call, makeIdempotencyKey } from '#web/calls/call.ts'
import { refresh } from '#web/calls/changes.ts'
import { remember } from '#web/shell/history.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import type { Expense } from './expense.ts'

type Moved = {
  readonly from_expense_id: string
  readonly to_expense_id: string
  readonly amount: number
}

/** Announces a transfer between Expenses. Undoing moves the money back. */
export function useTransferred() {
  const text = useText()
  const { money } = useFormats()
  const queries = useQueryClient()
  return ({ name, currency }: Expense, { from_expense_id, to_expense_id, amount }: Moved) => {
    const send = async (from: string, to: string) => {
      await call('POST /expense-transfers', {
        body: { from_expense_id: from, to_expense_id: to, amount },
        idempotencyKey: makeIdempotencyKey(),
      })
      await refresh(queries)
    }
    remember(
      {
        words: text.plan.done.moved(money(amount, currency), name),
        undo: () => send(to_expense_id, from_expense_id),
        redo: () => send(from_expense_id, to_expense_id),
      },
      text,
    )
  }
}
