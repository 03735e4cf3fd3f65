import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/calls/call.ts'
import { refresh } from '#web/calls/changes.ts'
import type { Output } from '#web/calls/operations.ts'
import { remember } from '#web/shell/history.ts'
import { failureText } from '#web/text/failure-text.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { toast } from '#web/ui/toast.ts'
import type { Transaction } from './pages.ts'

type Named = Pick<Transaction, 'id' | 'concept' | 'currency'>
type Difference = Output<'POST /transactions/restore'>['differences'][number]

/** How many rows one request deletes or restores. */
const BATCH = 100

/** Deletes transactions without asking. One undo restores them all, and says what is no longer as before. */
export function useRemoving(): (rows: readonly Named[]) => Promise<void> {
  const queries = useQueryClient()
  const text = useText()
  const describe = useDescribe()
  return async (rows) => {
    const [first] = rows
    if (!first) return
    const { removed, removedSome } = text.transactions.done
    const words = rows.length === 1 ? removed(first.concept) : removedSome(rows.length)
    const ids = rows.map(({ id }) => id)
    try {
      await send('POST /transactions/remove', ids)
      remember(
        {
          words,
          undo: () => restore(queries, ids, (one) => toast(describe(one, first.currency))),
          redo: () => removeAgain(queries, ids),
        },
        text,
      )
    } catch (error) {
      toast(failureText(error, text))
    }
    void refresh(queries)
  }
}

/** Announces a transaction that was just recorded; its undo deletes it. */
export function useRecorded(): (row: Pick<Named, 'id' | 'concept'>) => void {
  const queries = useQueryClient()
  const text = useText()
  return ({ id, concept }) => {
    const words = text.transactions.done.recorded(concept)
    const undo = () => removeAgain(queries, [id])
    remember({ words, undo, redo: () => restore(queries, [id]) }, text)
  }
}

async function removeAgain(queries: QueryClient, ids: readonly string[]): Promise<void> {
  await send('POST /transactions/remove', ids)
  await refresh(queries)
}

/** Restores in the opposite order, so that Expenses go back through the states in between. */
async function restore(
  queries: QueryClient,
  ids: readonly string[],
  onDifference?: (one: Difference) => void,
): Promise<void> {
  for (let end = ids.length; end > 0; end -= BATCH) {
    const some = ids.slice(Math.max(0, end - BATCH), end)
    const { differences } = await call('POST /transactions/restore', { body: { ids: some } })
    for (const one of differences) onDifference?.(one)
  }
  await refresh(queries)
}

async function send(operation: 'POST /transactions/remove', ids: readonly string[]) {
  for (let at = 0; at < ids.length; at += BATCH) {
    await call(operation, { body: { ids: ids.slice(at, at + BATCH) } })
  }
}

function useDescribe(): (one: Difference, currency: string) => string {
  const { restored } = useText().transactions
  const { money } = useFormats()
  return ({ kind, expense, given, taken }, currency) =>
    kind === 'expense'
      ? restored.expense(
          expense?.name ?? '',
          money(taken ?? 0, currency),
          money(given ?? 0, currency),
        )
      : restored[kind]
}
