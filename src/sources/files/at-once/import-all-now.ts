import type { Runtime } from '#/platform/runtime/runtime.ts'
import { findDestination } from '#/sources/files/entry.ts'
import { matchAccounts } from '#/sources/files/matching/match-accounts.ts'
import { type FileAccount, SeveralAccounts, scanFile } from '#/sources/files/scan-file.ts'
import {
  type FileToImport,
  type FileToStore,
  type ImportReport,
  scanNow,
  storeNow,
} from './import-now.ts'
import { mappingOf } from './name-columns.ts'

type AccountOfFile = { readonly file_account: string; readonly account_id: string }

/** The report of one account of a file. */
export type AccountReport = ImportReport & AccountOfFile

export type AllAccountsReport = {
  readonly accounts: readonly AccountReport[]
  /** Accounts of the file that no account of the household is known to be. */
  readonly left_out: readonly FileAccount[]
}

/**
 * Imports each account of a file into the household's account that it belongs to. All of them are read before the first is
 * stored, and stored in one transaction: either all or none. Throws StatementFault if one cannot be read, or if none is known. `file.accountId` names the household.
 */
export async function importAllNow(
  runtime: Runtime,
  file: FileToImport,
): Promise<AllAccountsReport> {
  const { householdId } = await findDestination(runtime.db, file.accountId, null)
  const found = await accountsIn(runtime, file)
  const numbers = found.map(({ number }) => number)
  const known = await matchAccounts(runtime.db, householdId, numbers)
  if (known.size === 0) throw new SeveralAccounts(found)
  const files: (FileToStore & AccountOfFile)[] = []
  for (const [file_account, account_id] of known) {
    const one = { ...file, fileAccount: file_account, accountId: account_id }
    files.push({ file_account, account_id, file: one, ready: await scanNow(runtime, one) })
  }
  const reports = await storeNow(runtime, files)
  const accounts = files.map(({ file_account, account_id }, index) => ({
    file_account,
    account_id,
    ...reports[index]!,
  }))
  return { accounts, left_out: found.filter(({ number }) => !known.has(number)) }
}

/** Finds the accounts that the file names. */
async function accountsIn(runtime: Runtime, file: FileToImport): Promise<readonly FileAccount[]> {
  const destination = await findDestination(runtime.db, file.accountId, null)
  try {
    const mapping = await mappingOf(file.source, destination, file.reading ?? {})
    const choices = { mapping, fileAccount: null }
    const { accounts } = await scanFile(file.source, destination, { ...choices, db: runtime.db })
    return accounts
  } catch (error) {
    if (error instanceof SeveralAccounts) return error.accounts
    throw error
  }
}
