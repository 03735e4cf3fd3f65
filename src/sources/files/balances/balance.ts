import type { WriteContext } from '#/platform/runtime/write-context.ts'
import { sql } from 'kysely'
import { updateBalances } from '#/budget/accounts/update-balances.ts'
import type { Database } from '#/platform/database/database.ts'
import type { BalanceStatement } from '#/sources/statements/statement.ts'
import { findHandKept } from '#/budget/transactions/writing/move-balance.ts'
import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'

/** A balance at the end of a day, stated by a file or a person. */
export type StatedBalance = Pick<BalanceStatement, 'amount' | 'day'>

/** The parts of the balance of an account that is kept by hand, in cents. */
export type HandKeptBalance = {
  readonly now: Cents
  /** The part that does not come from rows of files. */
  readonly base: Cents
  /** The day of the latest stated balance. */
  readonly statedOn: Day | null
}

type Account = { readonly householdId: string; readonly accountId: string }

/** The balance of a new account. */
export const NO_BALANCE: HandKeptBalance = { now: 0, base: 0, statedOn: null }

/** Returns null for an account whose balance a bank or a device reports. */
export async function readHandKeptBalance(
  db: Database,
  account: Account,
): Promise<HandKeptBalance | null> {
  const kept = await findHandKept(db, account)
  if (!kept) return null
  const { balance: now, toldOn: statedOn } = kept
  return { now, base: now - (await sumOfFiles(db, account, statedOn)), statedOn }
}

/** Checks whether a balance counts: a later statement must not have stated one before. */
export function isNewest(
  stated: StatedBalance | null,
  { statedOn }: HandKeptBalance,
): stated is StatedBalance {
  return stated !== null && (statedOn === null || stated.day >= statedOn)
}

/**
 * Works out the balance of an account with all of its rows, in cents. `stated` replaces the earlier balance and everything
 * booked up to its day. `shift` is the difference to the balance that the rows alone would give.
 */
export async function balanceWith(
  db: Database,
  account: Account,
  { base, stated, statedOn }: { base: Cents; stated: StatedBalance | null; statedOn: Day | null },
): Promise<{ readonly balance: Cents; readonly shift: Cents }> {
  const files = await sumOfFiles(db, account, stated?.day ?? statedOn)
  if (!stated) return { balance: base + files, shift: 0 }
  const rest = stated.amount + (await sumOfOthers(db, account, stated.day))
  return { balance: rest + files, shift: rest - base }
}

/** Sums up what the rows of files add to the balance; each row counts as in `countedOf`. */
async function sumOfFiles(
  db: Database,
  { householdId, accountId }: Account,
  statedOn: Day | null,
): Promise<Cents> {
  const { rows } = await sql<{ sum: Cents }>`
    select coalesce(sum(case when status = 'pending' then least(amount, 0)
        when ${statedOn}::date is null or booked_at > ${statedOn} then amount else 0 end), 0)::bigint as sum
    from transactions where household_id = ${householdId} and account_id = ${accountId}
      and provider = 'import' and visible`.execute(db)
  return rows[0]!.sum
}

/** Sums up what people and other sources booked after a day. */
async function sumOfOthers(
  db: Database,
  { householdId, accountId }: Account,
  day: Day,
): Promise<Cents> {
  const { rows } = await sql<{ sum: Cents }>`
    select coalesce(sum(amount), 0)::bigint as sum from transactions
    where household_id = ${householdId} and account_id = ${accountId} and provider <> 'import'
      and status = 'booked' and booked_at > ${day} and visible`.execute(db)
  return rows[0]!.sum
}

async function setBalance(writer: WriteContext, account: Account, balance: Cents): Promise<void> {
  const now = writer.now()
  await updateBalances({
    householdId: account.householdId,
    balance,
    at: now,
    now,
    where: sql`a.id = ${account.accountId}`,
  }).execute(writer.db)
}

/** The stated balance as an import stores it; all null if it did not count. */
export type Kept = {
  readonly balance: Cents | null
  readonly balance_day: Day | null
  readonly balance_shift: Cents | null
}

/** Updates the balance of an account that is kept by hand after an import. `before`: without the import's rows. */
export async function restateBalance(
  writer: WriteContext,
  account: Account,
  {
    before,
    stated,
  }: { readonly before: HandKeptBalance | null; readonly stated: StatedBalance | null },
): Promise<Kept> {
  const nothing = { balance: null, balance_day: null, balance_shift: null }
  if (!before) return nothing
  const newest = isNewest(stated, before) ? stated : null
  const { base, statedOn } = before
  const { balance, shift } = await balanceWith(writer.db, account, {
    base,
    stated: newest,
    statedOn,
  })
  if (balance !== before.now) await setBalance(writer, account, balance)
  if (!newest) return nothing
  return { balance: newest.amount, balance_day: newest.day, balance_shift: shift }
}

/**
 * Updates the balance after an import was undone, as if it had never happened. `before`: with the import's rows. A balance
 * stated by a later import stays, and takes over the shift of the undone one.
 */
export async function revertBalance(
  writer: WriteContext,
  account: Account,
  { before, importId }: { readonly before: HandKeptBalance | null; readonly importId: string },
): Promise<void> {
  if (!before) return
  const { householdId, accountId } = account
  const { rows: later } = await sql<{ id: string }>`
    with undone as (
      select balance_day, finished_at, id, balance_shift from imports
      where household_id = ${householdId} and id = ${importId} and balance_day is not null
    ), next as (
      select i.id from imports i, undone u
      where i.household_id = ${householdId} and i.account_id = ${accountId} and i.status = 'done'
        and (i.balance_day, i.finished_at, i.id) > (u.balance_day, u.finished_at, u.id)
      order by i.balance_day, i.finished_at, i.id limit 1
    )
    update imports i set balance_shift = i.balance_shift + u.balance_shift
    from undone u, next where i.household_id = ${householdId} and i.id = next.id
    returning i.id`.execute(writer.db)
  const { balance_shift: own } = await writer.db
    .selectFrom('imports')
    .select('balance_shift')
    .where('household_id', '=', householdId)
    .where('id', '=', importId)
    .executeTakeFirstOrThrow()
  const base = before.base - (later.length > 0 ? 0 : (own ?? 0))
  const kept = await findHandKept(writer.db, account)
  const { balance } = await balanceWith(writer.db, account, {
    base,
    stated: null,
    statedOn: kept?.toldOn ?? null,
  })
  if (balance !== before.now) await setBalance(writer, account, balance)
}
