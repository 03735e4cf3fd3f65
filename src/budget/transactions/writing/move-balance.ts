import { sql } from 'kysely'
import { updateBalances } from '#/budget/accounts/update-balances.ts'
import type { Database } from '#/platform/database/database.ts'
import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'
import type { Acting } from '#/platform/runtime/call.ts'
import type { ReadContext } from '#/platform/runtime/write-context.ts'
import { countedOf, type FileRow } from './counted.ts'

/** An account without a bank or device: its balance comes from manual transactions and files. */
export type HandKept = {
  readonly balance: Cents
  /** The day of the latest statement with a balance. */
  readonly toldOn: Day | null
}

type Account = { readonly householdId: string; readonly accountId: string }

/** Loads an account that is kept by hand. Null for an account of a bank or device, and for a closed one, which is empty. */
export async function findHandKept(
  db: Database,
  { householdId, accountId }: Account,
): Promise<HandKept | null> {
  const { rows } = await sql<HandKept>`
    select a.balance, (select max(i.balance_day) from imports i
        where i.household_id = ${householdId} and i.account_id = a.id and i.status = 'done') as "toldOn"
    from accounts a
    where a.household_id = ${householdId} and a.id = ${accountId}
      and a.provider in ('manual', 'import') and a.closed_at is null`.execute(db)
  return rows[0] ?? null
}

type Moved = FileRow & { readonly accountId: string; readonly provider: string }

/**
 * Updates an account's balance after a transaction was changed or deleted (`after` is null). A manual transaction counts
 * in every account, a file's row only in an account kept by hand; any other row is part of the bank's own balance. The
 * balance of a closed account stays zero.
 */
export async function moveBalance(
  call: Pick<Acting, 'db' | 'now' | 'caller'>,
  before: Moved,
  after: FileRow | null,
): Promise<void> {
  await moveBy(call, before.accountId, await differenceOf(call, before, after))
}

/**
 * Updates an account's balance after a deleted transaction was restored. A balance that a statement or a bank has stated since
 * the deletion contains the payment already.
 */
export async function moveBalanceBack(
  call: Pick<Acting, 'db' | 'now' | 'caller'>,
  row: Moved & { readonly id: string; readonly removedAt: Temporal.Instant | null },
): Promise<void> {
  if (row.provider === 'manual' && (await wasStatedSince(call, row))) return
  await moveBy(call, row.accountId, 0 - (await differenceOf(call, row, null)))
}

async function moveBy(
  { db, now: clock, caller }: Pick<Acting, 'db' | 'now' | 'caller'>,
  accountId: string,
  by: Cents,
): Promise<void> {
  if (by === 0) return
  const now = clock()
  await updateBalances({
    householdId: caller.householdId,
    balance: sql`a.balance + ${by}`,
    at: now,
    now,
    where: sql`a.id = ${accountId} and a.closed_at is null`,
  }).execute(db)
}

async function wasStatedSince(
  { db, caller: { householdId } }: ReadContext,
  row: Moved & { readonly id: string; readonly removedAt: Temporal.Instant | null },
): Promise<boolean> {
  if (row.removedAt === null) return false
  const { rows } = await sql`
    select 1 from imports i
    where i.household_id = ${householdId} and i.account_id = ${row.accountId} and i.status = 'done'
      and i.balance_day >= ${row.booked} and i.finished_at > ${row.removedAt}
    union all
    select 1 from provider_transactions p
    join provider_accounts e on e.household_id = ${householdId} and e.id = p.provider_account_id
    where p.household_id = ${householdId} and p.transaction_id is not null
      and p.transaction_id = ${row.id} and p.removed_at is null and p.status = 'booked'
      and p.first_seen_at > ${row.removedAt} and e.connection_id is not null
    limit 1`.execute(db)
  return rows.length > 0
}

async function differenceOf(
  { db, caller }: ReadContext,
  before: Moved,
  after: FileRow | null,
): Promise<Cents> {
  if (before.provider === 'manual') return (after?.amount ?? 0) - before.amount
  if (before.provider !== 'import') return 0
  const account = { householdId: caller.householdId, accountId: before.accountId }
  const kept = await findHandKept(db, account)
  if (!kept) return 0
  return (after ? countedOf(after, kept.toldOn) : 0) - countedOf(before, kept.toldOn)
}
