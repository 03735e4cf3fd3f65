import { requireRoom } from '#/platform/contract/caps.ts'
import { notFound } from '#/platform/contract/refusal.ts'
import { writeInstant } from '#/platform/contract/fields.ts'
import { processedThrough } from '#/access/households/processed-through.ts'
import { wakeEngine } from '#/access/households/wake-engine.ts'
import { changeRecord } from '#/platform/audited/change.ts'
import { findRecord } from '#/platform/audited/find.ts'
import type { Act, Acting } from '#/platform/runtime/call.ts'
import type { expensesApp } from './app-contract.ts'
import { findLiveExpense } from './change.ts'
import { checkTerms, type WantedTerms } from './check-terms.ts'
import { fitTerms, loadOne } from './fit-terms.ts'
import { release } from '#/budget/expenses/rules/lanes.ts'
import { closeHistoryOfCard } from './link-card.ts'
import { lookOf } from './look.ts'
import { moveMoney } from './move-money.ts'

/**
 * `POST /expenses/{id}/archive` returns the Expense's money to free-to-spend. Transactions keep their links to it;
 * nothing new can be assigned or transferred to it.
 */
export const archiveExpense: Act<typeof expensesApp.archiveExpense> = async (
  acting,
  { params, body },
) => {
  const row = await findLiveExpense(acting, params.id)
  const before = await loadOne(acting, row.id)
  const { changed: _, ...version } = await changeRecord(acting, 'expenses', {
    row,
    set: { archived_at: acting.now() },
    expected: body.expected_updated_at,
    verb: 'archive',
    also: { before: { balance: row.balance }, after: { balance: 0 } },
  })
  const after = { ...before, lanes: release(before.lanes) }
  await moveMoney(acting, { before: [before], after: [after], reason: 'archive' })
  await wakeEngine(acting)
  return version
}

/** `POST /expenses/{id}/restore` brings an archived Expense back with its terms, without money. */
export const restoreExpense: Act<typeof expensesApp.restoreExpense> = async (
  acting,
  { params, body },
) => {
  const row = await findRecord(acting, 'expenses', params)
  if (row.archived_at === null) throw notFound('id')
  requireRoom('expenses', await countLive(acting))
  const through = processedThrough(acting)
  await checkTerms(acting, {
    id: row.id,
    terms: { ...row, funding_schedule_ids: [] } as WantedTerms,
    sent: (field) => field === 'card_account_id',
    processedThrough: through,
  })
  const before = await loadOne(acting, row.id)
  const { changed: _, ...version } = await changeRecord(acting, 'expenses', {
    row,
    set: { archived_at: null },
    expected: body.expected_updated_at,
    verb: 'restore',
  })
  await closeHistoryOfCard(acting, row.card_account_id)
  await fitTerms(acting, before, through)
  await wakeEngine(acting)
  return version
}

async function countLive({ db, caller }: Acting): Promise<number> {
  const { count } = await db
    .selectFrom('expenses')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('household_id', '=', caller.householdId)
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** `GET /archived-expenses`, most recently archived first. */
export const listArchivedExpenses: Act<typeof expensesApp.listArchivedExpenses> = async ({
  db,
  caller,
}) => {
  const rows = await db
    .selectFrom('expenses')
    .select(['id', 'name', 'type', 'recurrence_anchor_date', 'hue', 'icon'])
    .select(['archived_at', 'updated_at'])
    .where('household_id', '=', caller.householdId)
    .where('archived_at', 'is not', null)
    .orderBy('archived_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ archived_at, updated_at, ...row }) => ({
    id: row.id,
    name: row.name,
    type: row.type,
    recurrence_anchor_date: row.recurrence_anchor_date,
    look: lookOf(row),
    archived_at: writeInstant(archived_at!),
    updated_at: writeInstant(updated_at),
  }))
}
