import { sql } from 'kysely'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { Day } from '#/core/values/day.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import { readHandKeptBalance, restateBalance } from '#/sources/files/balances/balance.ts'
import { hasKnownBalance } from '#/sources/files/balances/unstated.ts'
import type { importsApp } from './app-contract.ts'
import { findImport } from './show.ts'

/**
 * `POST /imports/{id}/balance`: states what the account held after the newest row of its files, as if the file had said so.
 * An undo of the import takes the balance back, too. The first answer counts: a late second one must not replace it.
 */
export const stateImportBalance: Handle<typeof importsApp.stateImportBalance> = async (
  call,
  { params: { id }, body: { balance: amount } },
) => {
  const { db, caller } = call
  const { householdId } = caller
  const { status, account_id: accountId } = await findImport(db, householdId, id)
  const account = accountId === null ? null : { householdId, accountId }
  const before = account && (await readHandKeptBalance(db, account))
  const { rows } = await sql<{ day: Day | null }>`
    select max(booked_at) as day from transactions
    where household_id = ${householdId} and account_id = ${accountId} and provider = 'import'
      and status = 'booked' and visible`.execute(db)
  const day = rows[0]!.day
  const isAsked = status === 'done' && account && before && !(await hasKnownBalance(db, account))
  if (!isAsked || day === null) {
    throw new Refusal('edit_conflict', {
      message: 'A balance can be stated once after an import, for an account that no bank reports.',
    })
  }
  const kept = await restateBalance(call, account, { before, stated: { amount, day } })
  await db
    .updateTable('imports')
    .set(kept)
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .execute()
  return findImport(db, householdId, id)
}
