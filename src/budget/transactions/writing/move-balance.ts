import { sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'
import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'
import type { Acting } from '#/platform/runtime/call.ts'
import type { ReadContext } from '#/platform/runtime/write-context.ts'
import { countedOf, type Row } from './counted.ts'

/** An account that no bank and no device keeps: what people write down and what files bring makes its balance. */
export type HandKept = {
  readonly balance: Cents
  /** The last day of which a statement has told the balance. */
  readonly toldOn: Day | null
}

type Account = { readonly householdId: string; readonly accountId: string }

/** Null for an account that a bank or a device keeps, and for one that is closed: that is empty, and stays so. */
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

type Moved = Row & { readonly accountId: string; readonly provider: string }

/**
 * Brings an account's balance in line with a transaction that has become another; null: it is gone. The balance of a
 * connected account is what the bank says; a manual transaction is part of ours wherever it is, and a file's row where
 * the account is kept by hand. What is put right in a closed account was different before it was emptied.
 */
export async function moveBalance(
  call: Pick<Acting, 'db' | 'now' | 'caller'>,
  before: Moved,
  after: Row | null,
): Promise<void> {
  const { householdId } = call.caller
  const by = await differenceOf(call, before, after)
  if (by === 0) return
  const now = call.now()
  await call.db
    .updateTable('accounts')
    .set({ balance: sql`balance + ${by}`, balance_at: now, updated_at: now })
    .where('household_id', '=', householdId)
    .where('id', '=', before.accountId)
    .where('closed_at', 'is', null)
    .execute()
}

async function differenceOf(
  { db, caller }: ReadContext,
  before: Moved,
  after: Row | null,
): Promise<Cents> {
  if (before.provider === 'manual') return (after?.amount ?? 0) - before.amount
  if (before.provider !== 'import') return 0
  const account = { householdId: caller.householdId, accountId: before.accountId }
  const kept = await findHandKept(db, account)
  if (!kept) return 0
  return (after ? countedOf(after, kept.toldOn) : 0) - countedOf(before, kept.toldOn)
}
