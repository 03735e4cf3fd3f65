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
        where i.household_id = a.household_id and i.account_id = a.id and i.status = 'done') as "toldOn"
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
  const { householdId } = call.caller
  const by = await differenceOf(call, before, after)
  if (by === 0) return
  const now = call.now()
  await updateBalances({
    householdId,
    balance: sql`a.balance + ${by}`,
    at: now,
    now,
    where: sql`a.id = ${before.accountId} and a.closed_at is null`,
  }).execute(call.db)
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
