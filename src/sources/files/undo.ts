import { isDeepStrictEqual } from 'node:util'
import { type Selectable, sql } from 'kysely'
import type { Tables } from '#/platform/database/tables.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { Day } from '#/core/values/day.ts'
import type { Call, Handle } from '#/platform/runtime/call.ts'
import { announceStoredIncome } from '#/budget/funding/announce-income.ts'
import { unpairTransfers } from '#/budget/transactions/writing/pair-transfers.ts'
import { resettle, resettleAll, type Subject, subjectOf } from '#/budget/assignments/settle.ts'
import { divisionOf, type Part } from '#/budget/transactions/parts.ts'
import type { importsApp } from './app-contract.ts'
import { revertBalance, readHandKeptBalance } from '#/sources/files/balances/balance.ts'
import type { Before } from './settle-pending.ts'
import { UNDO_DAYS } from './prune.ts'
import { findImport } from './show.ts'

/**
 * `POST /imports/{id}/undo`, within `UNDO_DAYS`: deletes what the import added, even if people edited it since. Assigned
 * money goes back to its Expense, and the balance of an account that is kept by hand becomes what it would be without the
 * import. Transactions that another source reports as well stay. The same file can be imported again.
 */
export const undoImport: Handle<typeof importsApp.undoImport> = async (
  call,
  { params: { id } },
) => {
  const { db, caller } = call
  const { householdId } = caller
  const { account_id: accountId } = await findImport(db, householdId, id)
  // An import that is not done may have no account yet; it is refused below.
  const account = accountId === null ? null : { householdId, accountId }
  const before = account && (await readHandKeptBalance(db, account))
  const claimed = await db
    .updateTable('imports')
    .set({ status: 'undone' })
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .where('status', '=', 'done')
    .where('finished_at', '>', call.now().subtract({ hours: UNDO_DAYS * 24 }))
    .returning('id')
    .executeTakeFirst()
  const found = await findImport(db, householdId, id)
  if (!claimed || !account) {
    throw new Refusal('edit_conflict', {
      message:
        found.status === 'done'
          ? `An import can be undone for ${UNDO_DAYS} days.`
          : `An import that is ${found.status} cannot be undone.`,
      detail: { name: 'not_undoable' },
    })
  }
  const restored = await restore(call, id)
  const removed = await remove(call, id)
  await unpairTransfers(call)
  await announceStoredIncome(call)
  await revertBalance(call, account, { before, importId: id })
  await sql`delete from provider_transactions
    where household_id = ${householdId} and provider_account_id = ${entryOf(call, id)}
      and import_id = ${id}`.execute(db)
  await sql`delete from import_changes where household_id = ${householdId} and import_id = ${id}`.execute(
    db,
  )
  return { ...(await findImport(db, householdId, id)), removed, restored }
}

function entryOf({ caller }: Call, importId: string) {
  return sql`(select e.id from provider_accounts e
    join imports i on i.household_id = ${caller.householdId} and i.account_id = e.account_id
    where e.household_id = ${caller.householdId} and e.is_files and i.id = ${importId})`
}

type Gone = Subject & { readonly hasSettlement: boolean }

async function remove(call: Call, importId: string): Promise<number> {
  const { householdId } = call.caller
  const now = call.now()
  const { rows } = await sql<Gone>`
    update transactions t set deleted_at = ${now}, revision = ${call.revision}, updated_at = ${now}
    where t.household_id = ${householdId} and t.deleted_at is null and t.provider = 'import'
      and t.id in (select transaction_id from provider_transactions
        where household_id = ${householdId} and provider_account_id = ${entryOf(call, importId)}
          and import_id = ${importId})
      and not exists (
        select 1 from provider_transactions m
        where m.household_id = ${householdId} and m.transaction_id = t.id and m.removed_at is null
          and m.import_id is distinct from ${importId})
    returning t.id, t.account_id as "accountId", t.amount, t.type, t.booked_at as booked,
      t.expense_goal_id as "expenseId", t.history, t.splits as parts, exists (
        select 1 from settlements s where s.household_id = ${householdId} and s.transaction_id = t.id
      ) as "hasSettlement"`.execute(call.db)
  const settled = rows.filter(({ hasSettlement }) => hasSettlement)
  await resettleAll(
    call,
    settled.map((before) => ({ before, after: null })),
  )
  return rows.length
}

/** Makes transactions that the import booked pending again; later edits of people stay. */
async function restore(call: Call, importId: string): Promise<number> {
  const { db, caller } = call
  const changes = await db
    .selectFrom('import_changes')
    .innerJoin('transactions as t', (join) =>
      join
        .on('t.household_id', '=', caller.householdId)
        .onRef('t.id', '=', 'import_changes.transaction_id'),
    )
    .selectAll('t')
    .select('before')
    .where('import_changes.household_id', '=', caller.householdId)
    .where('import_id', '=', importId)
    // Skip transactions that a bank confirmed since.
    .where(
      sql<boolean>`not exists (select 1 from provider_transactions b
        join provider_accounts e on e.household_id = ${caller.householdId} and e.id = b.provider_account_id
        where b.household_id = ${caller.householdId} and b.transaction_id = t.id and b.removed_at is null
          and e.connection_id is not null)`,
    )
    .execute()
  for (const change of changes) {
    const before = change.before as Before
    const isEdited = (field: string) =>
      change.edited.includes(field) && !before.edited.includes(field)
    const amount = isEdited('amount') ? change.amount : before.amount
    const splits = amount === before.amount ? partsBefore(change.splits, before.splits) : null
    const booked = isEdited('booked_at') ? change.booked_at : (before.booked_at as Day)
    const expense = await expenseBefore(call, change, before)
    await db
      .updateTable('transactions')
      .set({
        ...expense,
        status: before.status,
        amount,
        ...(splits && { splits: JSON.stringify(splits) }),
        booked_at: booked,
        edited: [...new Set([...change.edited, ...before.edited])],
        revision: call.revision,
        updated_at: call.now(),
      })
      .where('household_id', '=', caller.householdId)
      .where('id', '=', change.id)
      .execute()
    if (before.mirror !== null) {
      await sql`
        update provider_transactions set status = 'pending', removed_at = null, amount = ${before.mirror_amount},
          booked_on = ${before.mirror_booked_on}
        where household_id = ${caller.householdId} and provider_account_id = ${entryOf(call, importId)}
          and external_id = ${before.mirror}`.execute(db)
    }
    if (change.deleted_at !== null) continue
    const was = subjectOf(change)
    const expenseId = expense ? expense.expense_goal_id : was.expenseId
    if (amount === change.amount && expenseId === was.expenseId) continue
    await resettle(call, was, { ...was, expenseId, amount, booked })
  }
  return changes.length
}

/** Returns the parts as they were before the import corrected their amounts; null if they have been divided differently. */
function partsBefore(now: unknown, before: unknown): readonly Part[] | null {
  if (!Array.isArray(now) || !Array.isArray(before)) return null
  return isDeepStrictEqual(divisionOf(now), divisionOf(before)) ? before : null
}

type Changed = Selectable<Tables['transactions']>

/** Returns the Expense of before the import, unless it is archived now or a person has decided since; else null. */
async function expenseBefore({ db, caller }: Call, change: Changed, before: Before) {
  const { expense_goal_id: id, expense_why: why } = before
  const isDecided =
    change.splits !== null || (change.expense_goal_id !== null && change.expense_why === null)
  if (id === undefined || isDecided || change.edited.includes('expense_goal_id')) return null
  const found =
    id !== null &&
    (await db
      .selectFrom('expenses')
      .select('id')
      .where('household_id', '=', caller.householdId)
      .where('id', '=', id)
      .where('archived_at', 'is', null)
      .executeTakeFirst())
  return found
    ? { expense_goal_id: id, expense_why: why == null ? null : JSON.stringify(why) }
    : { expense_goal_id: null, expense_why: null }
}
