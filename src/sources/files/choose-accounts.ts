import { sql } from 'kysely'
import { invalidParameter, notFound, Refusal } from '#/platform/contract/refusal.ts'
import { type Database, inTransaction } from '#/platform/database/database.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { importsApp } from './app-contract.ts'
import { findDestination } from './entry.ts'
import { readNewAccount } from './preview.ts'
import { takeUploadRoom } from './quota.ts'
import { findImport } from './show.ts'

/**
 * `POST /imports/{id}/accounts`: gives each chosen account of the file an import of its own. This import is for one of
 * them, the others get a copy of the file. Accounts that are not chosen are left out.
 */
export const chooseImportAccounts: Handle<typeof importsApp.chooseImportAccounts> = async (
  call,
  { params: { id }, body: { accounts } },
) => {
  const { householdId } = call.caller
  const own = accounts.filter(
    (one) => one.account_id === undefined && one.account_name === undefined,
  )
  if (
    own.length > 1 ||
    new Set(accounts.map(({ file_account: number }) => number)).size < accounts.length
  ) {
    throw invalidParameter('accounts', 'An account of the file can be chosen once.', {
      name: 'repeated',
    })
  }
  const chosen: Chosen[] = []
  for (const { file_account: fileAccount, ...into } of accounts) {
    const isOwn = into.account_id === undefined && into.account_name === undefined
    const opens = isOwn ? null : readNewAccount(into, call.caller.currency)
    if (into.account_id !== undefined) await findDestination(call.db, into.account_id, householdId)
    chosen.push({ fileAccount, isOwn, accountId: into.account_id ?? null, newAccount: opens })
  }
  const kept = Math.max(
    0,
    chosen.findIndex(({ isOwn }) => isOwn),
  )
  const ids = chosen.map((_, index) => (index === kept ? id : call.newId()))
  await inTransaction(call.db, async (db) => {
    const bytes = await lockUpload(db, { householdId, id })
    for (const importId of ids) {
      if (importId === id) continue
      await takeUploadRoom({ ...call, db }, bytes)
      await copyUpload(db, { householdId, id, importId })
    }
    for (const [index, one] of chosen.entries()) {
      await db
        .updateTable('imports')
        .set({
          ...(!one.isOwn && {
            account_id: one.accountId,
            new_account: one.newAccount && JSON.stringify(one.newAccount),
          }),
          file_account: one.fileAccount,
          // Nothing is imported before a preview of this account.
          format: null,
          said_balance: null,
          different: null,
        })
        .where('household_id', '=', householdId)
        .where('id', '=', ids[index]!)
        .execute()
    }
  })
  return Promise.all(ids.map((importId) => findImport(call.db, householdId, importId)))
}

type Chosen = {
  readonly fileAccount: string
  /** It goes where the whole file was meant to go. */
  readonly isOwn: boolean
  readonly accountId: string | null
  readonly newAccount: ReturnType<typeof readNewAccount>
}

type Upload = { readonly householdId: string; readonly id: string }

/** Locks an upload that nobody has committed yet, and returns its size. */
async function lockUpload(db: Database, { householdId, id }: Upload): Promise<number> {
  const found = await db
    .selectFrom('imports')
    .select(['status', 'bytes'])
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw notFound('id')
  if (found.status !== 'uploaded') throw new Refusal('edit_conflict')
  return Number(found.bytes)
}

async function copyUpload(
  db: Database,
  { householdId, id, importId }: Upload & { readonly importId: string },
): Promise<void> {
  await sql`
    insert into imports (household_id, id, account_id, new_account, member_id, file_name, bytes, status, mapping, total,
      processed, added, duplicates, settled, attempts, created_at)
    select ${householdId}::uuid, ${importId}::uuid, account_id, new_account, member_id, file_name, bytes, status, mapping, 0, 0, 0, 0, 0, 0,
      created_at
    from imports where household_id = ${householdId} and id = ${id}`.execute(db)
  await sql`
    insert into import_pieces (household_id, import_id, position, bytes)
    select ${householdId}::uuid, ${importId}::uuid, position, bytes from import_pieces
    where household_id = ${householdId} and import_id = ${id}`.execute(db)
}
