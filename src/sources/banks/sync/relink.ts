import { sql } from 'kysely'
import { followAccounts } from '#/sources/banks/connections/follow.ts'
import type { ReadContext, WriteContext } from '#/platform/runtime/write-context.ts'
import { inTransaction } from '#/platform/database/database.ts'
import { beginWrite } from '#/access/households/begin-write.ts'
import { accountKey, type Rows } from '#/sources/provider/provider.ts'
import { eachInTurns } from '#/sources/provider/take-turns.ts'
import { requireLease } from './apply.ts'
import { type Candidate, refOf, type Returned } from '#/sources/banks/connections/find-returned.ts'
import type { Run } from './start-run.ts'
import { type Booked, recogniseAccounts } from '#/sources/banks/connections/recognise-accounts.ts'
import { PLAID } from '#/sources/provider/bank-provider.ts'

/**
 * Relinks lost accounts to their new entries, by the rows that the bank lists now. Their next import matches rows with
 * known ones, and announces nothing. Returns how many were relinked. Throws LeaseLost.
 */
export async function relinkReturned(
  { runtime, lease }: Run,
  { lost, found }: Returned,
  rows: Rows,
): Promise<number> {
  const listed = await bookedOf(rows)
  return inTransaction(runtime.db, async (tx) => {
    const { revision } = await beginWrite({ ...runtime, db: tx }, lease.household_id)
    await requireLease(tx, lease)
    const caller = { householdId: lease.household_id }
    const writer = { db: tx, newId: runtime.newId, now: runtime.now, revision, caller }
    const known = await loadBooked(writer, lost)
    const rowsOf = (account: Candidate) =>
      account.isLost
        ? (known.get(account.id) ?? [])
        : (listed.get(accountKey(refOf(account))) ?? [])
    // SimpleFIN lists every row of the requested days; Plaid collects them after a login.
    const mayListLess = lease.provider === PLAID
    const pairs = recogniseAccounts(lost, found, { bookedOf: rowsOf, mayListLess })
    for (const [one, other] of pairs) {
      await relink(writer, one, other)
      const about = { connection_id: other.connectionId, account_id: one.accountId }
      runtime.log('info', 'sync.account_returned', about)
    }
    return pairs.size
  })
}

/**
 * Replaces the new catalog entry `found` by the lost one: the account keeps its id, selection and rows, and its history
 * is read again. The empty account of `found`, if any, is deleted.
 */
export async function relink(
  writer: ReadContext & Omit<WriteContext, 'caller'>,
  lost: Candidate,
  found: Candidate,
): Promise<void> {
  const { householdId } = writer.caller
  const now = writer.now()
  const entry = await writer.db
    .deleteFrom('provider_accounts')
    .where('household_id', '=', householdId)
    .where('id', '=', found.id)
    .returning([
      'connection_id',
      'institution_external_id',
      'external_id',
      'persistent_id',
      'mask',
      'balance',
      'available_balance',
      'balance_at',
    ])
    .executeTakeFirstOrThrow()
  if (found.accountId !== null) {
    // It ends before it is deleted, so that the log of cash says when.
    await writer.db
      .updateTable('accounts')
      .set({ subscribed: false, updated_at: now })
      .where('household_id', '=', householdId)
      .where('id', '=', found.accountId)
      .execute()
    await writer.db
      .updateTable('funding_schedules')
      .set({ account_id: null })
      .where('household_id', '=', householdId)
      .where('account_id', '=', found.accountId)
      .execute()
    await writer.db
      .deleteFrom('accounts')
      .where('household_id', '=', householdId)
      .where('id', '=', found.accountId)
      .execute()
  }
  await writer.db
    .updateTable('provider_accounts')
    .set({ ...entry, available: true, snapshot_at: null, relinked_at: now })
    .where('household_id', '=', householdId)
    .where('id', '=', lost.id)
    .execute()
  await sql`
    update accounts a set connection_id = ${found.connectionId}, mask = ${entry.mask},
      institution_name = ${found.institution}, updated_at = ${now}
    where a.household_id = ${householdId} and a.id = ${lost.accountId}`.execute(writer.db)
  await followAccounts(writer, found.connectionId, [{ id: lost.id, selected: true }])
}

/** Collects the booked rows by account. */
async function bookedOf(rows: Rows): Promise<ReadonlyMap<string, readonly Booked[]>> {
  const booked = new Map<string, Booked[]>()
  for await (const { account, status, bookedOn, amount } of eachInTurns(rows)) {
    if (status !== 'booked') continue
    const key = accountKey(account)
    const others = booked.get(key) ?? []
    others.push({ bookedOn, amount })
    booked.set(key, others)
  }
  return booked
}

/** Loads the booked rows of accounts, by catalog entry. */
async function loadBooked(
  { db, caller }: ReadContext,
  accounts: readonly Candidate[],
): Promise<ReadonlyMap<string, readonly Booked[]>> {
  const { rows } = await sql<Booked & { id: string }>`
    select provider_account_id as id, booked_on as "bookedOn", amount from provider_transactions
    where household_id = ${caller.householdId} and status = 'booked' and removed_at is null
      and provider_account_id = any(${accounts.map(({ id }) => id)}::uuid[])`.execute(db)
  return Map.groupBy(rows, ({ id }) => id)
}
