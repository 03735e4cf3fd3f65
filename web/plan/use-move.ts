import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { makeIdempotencyKey } from '#web/calls/call.ts'
import { refresh, useSendOnce } from '#web/calls/changes.ts'
import { CallFailure } from '#web/calls/failure.ts'
import { ask } from '#web/calls/queries.ts'
import { useMovedByHand } from './by-hand.ts'
import type { Expense } from './expense.ts'
import { FREE, type Sides } from './sides.ts'
import { useTransferred } from './use-transferred.ts'

type Sent = { readonly amount: number; readonly note: string | null }

/**
 * Sends a movement between sides that hold what the form shows. The key is made when the form opens, so a double click moves the
 * money once.
 */
export function useMove(expenses: readonly Expense[], onDone: () => void) {
  const [idempotencyKey] = useState(makeIdempotencyKey)
  const onMoved = useMovedByHand()
  const onTransferred = useTransferred()
  const find = (id: string) => expenses.find((one) => one.id === id)!
  const fund = useSendOnce('POST /expenses/{id}/fund', {
    onDone: (moved, { params }) => {
      onMoved('fund', find(params.id), moved)
      onDone()
    },
  })
  const release = useSendOnce('POST /expenses/{id}/release', {
    onDone: (moved, { params }) => {
      onMoved('release', find(params.id), moved)
      onDone()
    },
  })
  const transfer = useSendOnce('POST /expense-transfers', {
    onDone: (_, { body }) => {
      onTransferred(find(body.to_expense_id), body)
      onDone()
    },
  })
  const check = useCheckBalances(expenses)
  const move = ({ from, to }: Sides, { amount, note }: Sent) => {
    if (from === FREE) return fund.send({ params: { id: to }, body: { amount }, idempotencyKey })
    if (to === FREE) return release.send({ params: { id: from }, body: { amount }, idempotencyKey })
    const body = { from_expense_id: from, to_expense_id: to, amount, note }
    transfer.send({ body, idempotencyKey })
  }
  const said = useRef('')
  const send = (sides: Sides, sent: Sent) => {
    const saying = JSON.stringify([sides, sent])
    // Its answer may have been lost: the key makes a repetition harmless, while the sides have changed by it.
    if (saying === said.current) return move(sides, sent)
    check.mutateAsync(sides).then(
      () => {
        said.current = saying
        move(sides, sent)
      },
      () => {},
    )
  }
  return { send, error: check.error ?? fund.error ?? release.error ?? transfer.error }
}

/** Refuses sides that hold something else by now, because a payday may have moved the money already, and shows what they hold. */
function useCheckBalances(expenses: readonly Expense[]) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ from, to }: Sides) => {
      const now = await queries.fetchQuery({ ...ask('GET /expenses'), staleTime: 0 })
      if ([from, to].every((id) => balanceIn(now, id) === balanceIn(expenses, id))) return
      await refresh(queries)
      throw new CallFailure('edit_conflict')
    },
  })
}

/** Undefined for free-to-spend, which the server compares itself. */
function balanceIn(all: readonly Expense[], id: string): number | undefined {
  return all.find((one) => one.id === id)?.balance
}
