import type { Runtime } from '#/platform/runtime/runtime.ts'
import { findDestination } from '#/sources/files/entry.ts'
import { matchAccounts } from '#/sources/files/matching/match-accounts.ts'
import { type FileAccount, SeveralAccounts, scanFile } from '#/sources/files/scan-file.ts'
import { type FileToImport, type ImportReport, scanNow, storeNow } from './import-now.ts'
import { mappingOf } from './name-columns.ts'

/** The report of one account of a file. */
export type AccountReport = ImportReport & {
  readonly file_account: string
  readonly account_id: string
}

export type AllAccountsReport = {
  readonly accounts: readonly AccountReport[]
  /** Accounts of the file that no account of the household is known to be. */
  readonly left_out: readonly FileAccount[]
}

/**
 * Imports each account of a file into the household's account that it belongs to. All of them are read before the first is
 * stored. Throws StatementFault if one cannot be read, or if none is known. `file.accountId` names the household.
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
  const ready = []
  for (const [fileAccount, accountId] of known) {
    const one = { ...file, fileAccount, accountId }
    ready.push({ one, scanned: await scanNow(runtime, one) })
  }
  const accounts: AccountReport[] = []
  for (const { one, scanned } of ready) {
    const report = await storeNow(runtime, one, scanned)
    accounts.push({ file_account: one.fileAccount, account_id: one.accountId, ...report })
  }
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
