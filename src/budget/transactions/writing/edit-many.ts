import { sql } from 'kysely'
import type { Received } from '#/platform/contract/endpoint.ts'
import type { Call, Handle } from '#/platform/runtime/call.ts'
import type { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { assignTransaction } from '#/budget/assignments/assign.ts'
import { editTransaction } from './edit.ts'

type Change = Received<typeof transactionsApp.editTransactions>['body']['changes'][number]

/** `POST /transactions/edit`: changes each transaction as a single edit would, all in one database transaction. */
export const editTransactions: Handle<typeof transactionsApp.editTransactions> = async (
  call,
  { body },
) => {
  const changes = await withoutUnexpected(call, body.changes)
  for (const { id, expense_goal_id, expected: _, ...fields } of changes) {
    if (Object.keys(fields).length > 0)
      await editTransaction(call, { params: { id }, body: fields })
    if (expense_goal_id !== undefined) {
      await assignTransaction(call, { params: { id }, body: { expense_goal_id } })
    }
  }
  return { changed: changes.length }
}

type Stored = Required<NonNullable<Change['expected']>> & { readonly id: string }

/** Leaves out the changes of transactions that somebody else has changed or removed. */
async function withoutUnexpected(
  call: Call,
  changes: readonly Change[],
): Promise<readonly Change[]> {
  const ids = changes.filter(({ expected }) => expected).map(({ id }) => id)
  if (ids.length === 0) return changes
  const { rows } = await sql<Stored>`
    select id, category_id, type, expense_goal_id from transactions
    where household_id = ${call.caller.householdId} and id = any(${ids}::uuid[]) and visible`.execute(
    call.db,
  )
  const stored = new Map(rows.map((row) => [row.id, row]))
  return changes.filter(({ id, expected }) => !expected || hasValues(stored.get(id), expected))
}

function hasValues(
  stored: Stored | undefined,
  { category_id, type, expense_goal_id }: NonNullable<Change['expected']>,
): boolean {
  return (
    stored !== undefined &&
    (category_id === undefined || category_id === stored.category_id) &&
    (type === undefined || type === stored.type) &&
    (expense_goal_id === undefined || expense_goal_id === stored.expense_goal_id)
  )
}
