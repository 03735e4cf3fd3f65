import { sql } from 'kysely'
import { resettleAll, type Subject } from '#/budget/assignments/settle.ts'
import { hideUnusedAccounts } from '#/budget/accounts/hide-unused.ts'
import { removeUnusedCategories } from '#/budget/categories/remove-unused.ts'
import { removeMovedProposals } from '#/budget/proposals/moved.ts'
import { announceStoredIncome } from '#/budget/funding/announce-income.ts'
import { unpairTransfers } from '#/budget/transactions/writing/pair-transfers.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import { recordChange } from '#/platform/audited/record-change.ts'
import type { Acting, Handle } from '#/platform/runtime/call.ts'
import { readHandKeptBalance, restateBalance } from '#/sources/files/balances/balance.ts'
import type { Kept, movesApp, MoveView } from './app-contract.ts'
import { findMove } from './show.ts'

/** `POST /moves/{id}/undo`. */
export const takeBackMove: Handle<typeof movesApp.takeBackMove> = (call, { params, body }) =>
  takeBack(call, params.id, body.changed)

/** The first names of what stays. */
const NAMES_MAX = 20

/**
 * Takes back everything that a move made: its payments, the accounts and categories that nothing else uses, and its
 * proposals. Payments that a person has changed stay with their accounts, unless `changed` is `remove`; so do Expenses and
 * paydays that people made from the proposals. The files can be moved in again.
 */
export async function takeBack(
  acting: Acting,
  moveId: string,
  changed: 'keep' | 'remove',
): Promise<MoveView> {
  const { householdId } = acting.caller
  const move = await findMove(acting.db, householdId, moveId)
  const isAgain = move.status === 'undone' && changed === 'remove'
  if (move.status !== 'done' && !isAgain) {
    throw new Refusal('edit_conflict', {
      message: `A move that is ${move.status} cannot be undone.`,
      detail: { name: 'not_undoable' },
    })
  }
  const accountIds = await loadAccounts(acting, moveId)
  const balances = await Promise.all(
    accountIds.map((accountId) => readHandKeptBalance(acting.db, { householdId, accountId })),
  )
  const kept: Kept[] = []
  const add = (kind: Kept['kind'], reason: Kept['reason'], names: readonly string[]) => {
    if (names.length > 0)
      kept.push({ kind, reason, count: names.length, names: names.slice(0, NAMES_MAX) })
  }
  await removeRows(acting, moveId, changed)
  await unpairTransfers(acting)
  await announceStoredIncome(acting)
  for (const [index, accountId] of accountIds.entries()) {
    const before = balances[index] ?? null
    await restateBalance(acting, { householdId, accountId }, { before, stated: null })
  }
  add('payment', 'changed', await keptRows(acting, moveId))
  const accounts = await hideUnusedAccounts(acting, await ownAccounts(acting, moveId))
  await forgetAccounts(acting, accounts.hidden)
  add('account', 'in_use', accounts.kept)
  const categories = await removeUnusedCategories(acting, await ownCategories(acting, moveId))
  add('category', 'changed', categories.changed)
  add('category', 'in_use', categories.used)
  const accepted = await removeMovedProposals(acting, moveId)
  add('expense', 'accepted', accepted.expenses)
  add('payday', 'accepted', accepted.paydays)
  await acting.db
    .updateTable('moves')
    .set({ status: 'undone', kept: JSON.stringify(kept) })
    .where('household_id', '=', householdId)
    .where('id', '=', moveId)
    .execute()
  return findMove(acting.db, householdId, moveId)
}

/** Finds the accounts that have payments of the move or were made by it. */
async function loadAccounts({ db, caller }: Acting, moveId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select e.account_id as id from provider_accounts e
    where e.household_id = ${caller.householdId} and e.is_files and exists (
      select 1 from provider_transactions p
      where p.household_id = ${caller.householdId} and p.provider_account_id = e.id and p.import_id = ${moveId})
    union
    select account_id from moved_accounts
    where household_id = ${caller.householdId} and move_id = ${moveId}`.execute(db)
  return rows.map(({ id }) => id)
}

/** A person has changed the payment since: its fields, its parts or its Expense. */
const isChanged = sql`coalesce(t.edited <> '{}' or t.expense_goal_id is not null and t.expense_why is null
  or jsonb_path_exists(t.splits, '$[*].expense_goal_id ? (@ != null)'), false)`

type Gone = Subject & { readonly hasSettlement: boolean }

/** Deletes the payments, and forgets their names, so that the files can be moved in again. */
async function removeRows(
  acting: Acting,
  moveId: string,
  changed: 'keep' | 'remove',
): Promise<void> {
  const { db, caller, revision } = acting
  const now = acting.now()
  const ofMove = sql`(select p.transaction_id from provider_transactions p
    join provider_accounts e on e.household_id = ${caller.householdId} and e.id = p.provider_account_id
    where p.household_id = ${caller.householdId} and e.is_files and p.import_id = ${moveId})`
  const { rows } = await sql<Gone>`
    update transactions t set deleted_at = ${now}, revision = ${revision}, updated_at = ${now}
    where t.household_id = ${caller.householdId} and t.deleted_at is null and t.provider = 'import'
      and t.id in ${ofMove} and (${changed === 'remove'} or not ${isChanged})
      and not exists (
        select 1 from provider_transactions m
        where m.household_id = ${caller.householdId} and m.transaction_id = t.id and m.removed_at is null
          and m.import_id is distinct from ${moveId})
    returning t.id, t.account_id as "accountId", t.amount, t.type, t.booked_at as booked,
      t.expense_goal_id as "expenseId", t.history, t.splits as parts, exists (
        select 1 from settlements s where s.household_id = ${caller.householdId} and s.transaction_id = t.id
      ) as "hasSettlement"`.execute(db)
  const settled = rows.filter(({ hasSettlement }) => hasSettlement)
  await resettleAll(
    acting,
    settled.map((before) => ({ before, after: null })),
  )
  await sql`
    delete from provider_transactions p using transactions t, provider_accounts e
    where p.household_id = ${caller.householdId} and p.import_id = ${moveId}
      and t.household_id = ${caller.householdId} and t.id = p.transaction_id and t.deleted_at is not null
      and e.household_id = ${caller.householdId} and e.id = p.provider_account_id and e.is_files`.execute(
    db,
  )
}

/** Names the payments of the move that stay. */
async function keptRows({ db, caller }: Acting, moveId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select t.concept || ' (' || t.booked_at || ')' as name
    from provider_transactions p
    join provider_accounts e on e.household_id = ${caller.householdId} and e.id = p.provider_account_id
    join transactions t on t.household_id = ${caller.householdId} and t.id = p.transaction_id
    where p.household_id = ${caller.householdId} and e.is_files and p.import_id = ${moveId}
      and t.deleted_at is null
    order by t.booked_at desc, t.id`.execute(db)
  return rows.map(({ name }) => name)
}

async function ownAccounts({ db, caller }: Acting, moveId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('moved_accounts')
    .select('account_id')
    .where('household_id', '=', caller.householdId)
    .where('move_id', '=', moveId)
    .execute()
  return rows.map(({ account_id: id }) => id)
}

async function ownCategories({ db, caller }: Acting, moveId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('moved_categories')
    .select('category_id')
    .where('household_id', '=', caller.householdId)
    .where('move_id', '=', moveId)
    .execute()
  return rows.map(({ category_id: id }) => id)
}

/** Forgets accounts that are hidden now, and notes that in the audit log. */
async function forgetAccounts(
  acting: Acting,
  hidden: readonly { readonly id: string; readonly name: string }[],
): Promise<void> {
  for (const { id, name } of hidden) {
    await acting.db
      .deleteFrom('moved_accounts')
      .where('household_id', '=', acting.caller.householdId)
      .where('account_id', '=', id)
      .execute()
    await recordChange(acting, {
      action: 'account.remove',
      subject: { type: 'account', id },
      before: { name },
      after: null,
    })
  }
}
