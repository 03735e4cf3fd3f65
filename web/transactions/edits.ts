import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/calls/call.ts'
import { refresh } from '#web/calls/changes.ts'
import {
  createCategory,
  type CreatedCategory,
  removeCategory,
} from '#web/categories/use-created.ts'
import { CallFailure } from '#web/calls/failure.ts'
import { remember } from '#web/shell/history.ts'
import { failureText } from '#web/text/failure-text.ts'
import { useText } from '#web/text/text.tsx'
import { toast, type ToastAction } from '#web/ui/toast.ts'
import type { Filters } from './filters.ts'
import { patchRow, type Transaction } from './pages.ts'

/** The fields that can be changed in the list itself. */
export type Change = Partial<Pick<Transaction, 'category_id' | 'expense_goal_id' | 'type'>>

/** The words for a change, and the category that was created for it, if any: undoing the change takes it back too. */
export type Described = {
  readonly words: string
  readonly created?: CreatedCategory | undefined
  /** Offers to do the same for later payments. */
  readonly further?: ToastAction | undefined
}

/** As much of a transaction as a change needs. */
export type Editable = Pick<Transaction, 'id' | 'category_id' | 'expense_goal_id' | 'type'>

/** A row and its index in the list. */
export type IndexedRow = { readonly row: Transaction; readonly index: number }

/** A change that the server refused, with its message and a retry. */
export type Refused = { readonly words: string; readonly retry: () => void }

/** How many rows one request changes. */
const BATCH = 100

/**
 * Changes rows in place. A single change is shown before the server answers and is reverted if refused; a change of many rows
 * is sent in batches and reports its progress. Every change can be undone.
 */
export function useEdits(filters: Filters) {
  const queries = useQueryClient()
  const text = useText()
  const [refused, setRefused] = useState<ReadonlyMap<string, Refused>>(new Map())
  const forget = (id: string) => {
    setRefused((before) => new Map([...before].filter(([one]) => one !== id)))
  }
  const editOne = async ({ row, index }: IndexedRow, change: Change, described: Described) => {
    forget(row.id)
    patchRow(queries, { filters, index }, change)
    const before = sameFields(row, change)
    try {
      await send([{ id: row.id, ...change }])
      remember(
        actionOf(queries, [{ id: row.id, ...change }], {
          before: [{ id: row.id, ...before }],
          ...described,
        }),
        text,
      )
      void refresh(queries)
    } catch (error) {
      patchRow(queries, { filters, index }, before)
      if (described.created) void refresh(queries, ['GET /categories'])
      const retry = () => void editOne({ row, index }, change, described)
      setRefused((all) => new Map(all).set(row.id, { words: failureText(error, text), retry }))
    }
  }
  const editMany = async (rows: readonly Editable[], change: Change, described: Described) => {
    const changes = rows.map(({ id }) => ({ id, ...change }))
    const before = rows.map((row) => ({ id: row.id, ...sameFields(row, change) }))
    try {
      await send(changes, (done) => {
        if (rows.length > BATCH) toast(text.transactions.progress(done, rows.length))
      })
      remember(actionOf(queries, changes, { before, ...described }), text)
    } catch (error) {
      toast(failureText(error, text))
    }
    void refresh(queries)
  }
  return { refused, editOne, editMany }
}

type Changed = { readonly id: string } & Change

/** Undo and redo leave alone what somebody else has changed since. */
function actionOf(
  queries: QueryClient,
  changes: readonly Changed[],
  { before, words, created, further }: Described & { readonly before: readonly Changed[] },
) {
  let category = created
  let made = changes
  const replace = async (present: readonly Changed[], some: readonly Changed[]) => {
    const sent = some.map((change, index) => ({ ...change, expected: fieldsOf(present[index]!) }))
    const changed = await send(sent)
    await refresh(queries)
    if (changed === 0) throw new CallFailure('edit_conflict')
  }
  const undo = async () => {
    await replace(made, before)
    if (category) await removeCategory(category.id)
    if (category) await refresh(queries)
  }
  const redo = async () => {
    if (!category) return replace(before, made)
    const { id } = (category = await createCategory(category))
    made = changes.map((change) => ({ ...change, category_id: id }))
    await replace(before, made).catch(async (error: unknown) => {
      await removeCategory(id)
      throw error
    })
  }
  return { words, undo, redo, further }
}

function fieldsOf(changed: Changed): Change {
  const { id: _, ...fields } = changed
  return fields
}

type Sent = Changed & { readonly expected?: Change }

/** Returns how many have been changed. */
async function send(changes: readonly Sent[], onProgress?: (done: number) => void) {
  let changed = 0
  for (let at = 0; at < changes.length; at += BATCH) {
    const body = { changes: changes.slice(at, at + BATCH) }
    changed += (await call('POST /transactions/edit', { body })).changed
    onProgress?.(Math.min(changes.length, at + BATCH))
  }
  return changed
}

/** Returns the previous values of the changed fields. */
function sameFields(row: Editable, change: Change): Change {
  return {
    ...('category_id' in change && { category_id: row.category_id }),
    ...('expense_goal_id' in change && { expense_goal_id: row.expense_goal_id }),
    ...('type' in change && { type: row.type }),
  }
}
