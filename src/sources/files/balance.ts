import { sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'
import type { Writer } from '#/budget/expenses/move-money.ts'
import type { ToldBalance } from '#/sources/statements/statement.ts'
import { findHandKept } from '#/budget/transactions/writing/move-balance.ts'
import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'

/** What a statement tells of the balance, or a person of it. */
export type Told = Pick<ToldBalance, 'amount' | 'day'>

/** The balance of an account that is kept by hand, taken apart. */
export type Balance = {
  readonly now: Cents
  /** What is not of rows of files. */
  readonly base: Cents
  readonly toldOn: Day | null
}

type Account = { readonly householdId: string; readonly accountId: string }

/** Of an account that nothing has come into yet. */
export const NO_BALANCE: Balance = { now: 0, base: 0, toldOn: null }

/** Null for an account whose balance a bank or a device tells. */
export async function takeApart(db: Database, account: Account): Promise<Balance | null> {
  const kept = await findHandKept(db, account)
  if (!kept) return null
  const { balance: now, toldOn } = kept
  return { now, base: now - (await sumOfFiles(db, account, toldOn)), toldOn }
}

/** What is told counts unless a later statement has told already. */
export function isNews(told: Told | null, { toldOn }: Balance): told is Told {
  return told !== null && (toldOn === null || told.day >= toldOn)
}

/**
 * What an account comes to with all the rows that it has, and by how much that differs from what the rows alone would
 * have made it. `told` is as good as any earlier balance and what was booked since.
 */
export async function comeTo(
  db: Database,
  account: Account,
  { base, told, toldOn }: { base: Cents; told: Told | null; toldOn: Day | null },
): Promise<{ readonly balance: Cents; readonly shift: Cents }> {
  const files = await sumOfFiles(db, account, told?.day ?? toldOn)
  if (!told) return { balance: base + files, shift: 0 }
  const rest = told.amount + (await sumOfOthers(db, account, told.day))
  return { balance: rest + files, shift: rest - base }
}

/** What the rows of files are of the balance: `countedOf`, summed up. */
async function sumOfFiles(
  db: Database,
  { householdId, accountId }: Account,
  toldOn: Day | null,
): Promise<Cents> {
  const { rows } = await sql<{ sum: Cents }>`
    select coalesce(sum(case when status = 'pending' then least(amount, 0)
        when ${toldOn}::date is null or booked_at > ${toldOn} then amount else 0 end), 0)::bigint as sum
    from transactions where household_id = ${householdId} and account_id = ${accountId}
      and provider = 'import' and visible`.execute(db)
  return rows[0]!.sum
}

/** What people and others have told of the days after one. */
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

async function setBalance(writer: Writer, account: Account, balance: Cents): Promise<void> {
  const now = writer.now()
  await writer.db
    .updateTable('accounts')
    .set({ balance, balance_at: now, updated_at: now })
    .where('household_id', '=', account.householdId)
    .where('id', '=', account.accountId)
    .execute()
}

/** What an import keeps of the balance that it was told; nulls where that was nothing new. */
export type Kept = {
  readonly balance: Cents | null
  readonly balance_day: Day | null
  readonly balance_shift: Cents | null
}

/** Brings the balance of an account that is kept by hand in line with what a file has brought. `before`: without it. */
export async function restateBalance(
  writer: Writer,
  account: Account,
  { before, told }: { readonly before: Balance | null; readonly told: Told | null },
): Promise<Kept> {
  const nothing = { balance: null, balance_day: null, balance_shift: null }
  if (!before) return nothing
  const news = isNews(told, before) ? told : null
  const { base, toldOn } = before
  const { balance, shift } = await comeTo(writer.db, account, { base, told: news, toldOn })
  if (balance !== before.now) await setBalance(writer, account, balance)
  return news ? { balance: news.amount, balance_day: news.day, balance_shift: shift } : nothing
}

/**
 * Brings the balance in line once an import is undone: as if it had never been. `before`: with it. What a later
 * statement has told of the balance holds, and differs by that much more from what the rows had come to.
 */
export async function revertBalance(
  writer: Writer,
  account: Account,
  { before, importId }: { readonly before: Balance | null; readonly importId: string },
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
  const { balance } = await comeTo(writer.db, account, {
    base,
    told: null,
    toldOn: kept?.toldOn ?? null,
  })
  if (balance !== before.now) await setBalance(writer, account, balance)
}
