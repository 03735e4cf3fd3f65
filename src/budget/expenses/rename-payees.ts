import { sql } from 'kysely'
import type { ReadContext } from '#/platform/runtime/write-context.ts'

/** The key of a merchant before and after a change of the rule that makes keys. */
export type RenamedKey = { readonly from: string; readonly to: string }

/** Lets Expenses know their payees by new keys too. The old ones stay until `forgetPayees`. */
export async function renamePayees(
  { db, caller }: ReadContext,
  renamed: readonly RenamedKey[],
): Promise<void> {
  if (renamed.length === 0) return
  await sql`
    insert into expense_payees (household_id, expense_id, merchant, amount, since)
    select distinct on (p.expense_id, r.to_key) ${caller.householdId}::uuid, p.expense_id, r.to_key, p.amount, p.since
    from expense_payees p
    join unnest(${renamed.map(({ from }) => from)}::text[], ${renamed.map(({ to }) => to)}::text[])
      r (from_key, to_key) on r.from_key = p.merchant
    where p.household_id = ${caller.householdId}
    order by p.expense_id, r.to_key, p.since
    on conflict do nothing`.execute(db)
}

/** Lists the keys of payees that no payment has. */
export async function findIdlePayees({ db, caller }: ReadContext): Promise<string[]> {
  const { rows } = await sql<{ merchant: string }>`
    select distinct p.merchant from expense_payees p
    where p.household_id = ${caller.householdId} and not exists (
      select 1 from transactions t
      where t.household_id = ${caller.householdId} and t.merchant = p.merchant)`.execute(db)
  return rows.map(({ merchant }) => merchant)
}

/** Removes payees by their keys. */
export async function forgetPayees(
  { db, caller }: ReadContext,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  await db
    .deleteFrom('expense_payees')
    .where('household_id', '=', caller.householdId)
    .where('merchant', 'in', [...keys])
    .execute()
}
