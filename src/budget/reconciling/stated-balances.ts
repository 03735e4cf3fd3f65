import { type RawBuilder, sql } from 'kysely'
import { writeInstant } from '#/platform/contract/fields.ts'
import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'
import type { Acting } from '#/platform/runtime/call.ts'
import type { ReadContext } from '#/platform/runtime/write-context.ts'

export type Kind = 'reconciliation' | 'value' | 'opening'

/** A balance that a person has stated, with the transaction that makes the account agree. */
export type Stated = {
  readonly id: string
  readonly account_id: string
  readonly kind: Kind
  readonly day: Day
  readonly balance: Cents
  readonly transaction_id: string | null
  /** The amount of that transaction; 0 without one. */
  readonly amount: Cents
  readonly created_at: Temporal.Instant
}

/** Builds the query for stated balances `s`. One whose transaction was deleted is no longer true and is left out. */
export function statedBalances(
  { caller }: ReadContext,
  where: RawBuilder<unknown>,
): RawBuilder<Stated> {
  return sql<Stated>`
    select s.id, s.account_id, s.kind, s.day, s.balance, s.transaction_id,
      coalesce(t.amount, 0)::bigint as amount, s.created_at
    from stated_balances s
    left join transactions t on t.household_id = ${caller.householdId} and t.id = s.transaction_id
    where s.household_id = ${caller.householdId}
      and (s.transaction_id is null or t.deleted_at is null) and ${where}
    order by s.day, s.created_at, s.id`
}

/** Lists the stated balances of an account by day, oldest first. */
export async function listStated(
  context: ReadContext,
  accountId: string,
  kind: 'reconciliation' | 'value',
): Promise<Stated[]> {
  const kinds = kind === 'value' ? ['value', 'opening'] : [kind]
  const { rows } = await statedBalances(
    context,
    sql`s.account_id = ${accountId} and s.kind = any(${kinds}::text[])`,
  ).execute(context.db)
  return rows
}

type NewStated = Omit<Stated, 'id' | 'amount' | 'created_at'>

/** Stores a stated balance, and returns its id. */
export async function storeStated(acting: Acting, stated: NewStated): Promise<string> {
  const id = acting.newId()
  await acting.db
    .insertInto('stated_balances')
    .values({
      household_id: acting.caller.householdId,
      id,
      ...stated,
      created_at: acting.now(),
    })
    .execute()
  return id
}

/** Forgets a stated balance. */
export async function forgetStated({ db, caller }: Acting, id: string): Promise<void> {
  await db
    .deleteFrom('stated_balances')
    .where('household_id', '=', caller.householdId)
    .where('id', '=', id)
    .execute()
}

/** Encodes a stated balance for the wire. */
export function toWire({ id, kind, day, balance, transaction_id, created_at }: Stated) {
  return { id, kind, day, balance, transaction_id, created_at: writeInstant(created_at) }
}
