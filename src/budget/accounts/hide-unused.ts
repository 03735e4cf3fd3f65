import { sql } from 'kysely'
import type { WriteContext } from '#/platform/runtime/write-context.ts'

type Hidden = {
  readonly hidden: readonly { readonly id: string; readonly name: string }[]
  /** The names of the accounts that stay. */
  readonly kept: readonly string[]
}

/**
 * Hides accounts that were made by mistake, unless a payment, bank, device, Expense, rule or payday uses them. Their deleted
 * payments remain, so the accounts are hidden, not deleted.
 */
export async function hideUnusedAccounts(
  { db, caller, now }: Pick<WriteContext, 'db' | 'caller' | 'now'>,
  ids: readonly string[],
): Promise<Hidden> {
  const { householdId } = caller
  const { rows: hidden } = await sql<{ id: string; name: string }>`
    update accounts a set hidden = true, subscribed = false, updated_at = ${now()}
    where a.household_id = ${householdId} and a.id = any(${[...ids]}::uuid[])
      and a.provider = 'manual' and a.connection_id is null
      and not exists (select 1 from transactions t
        where t.household_id = ${householdId} and t.account_id = a.id and t.deleted_at is null)
      and not exists (select 1 from expenses e
        where e.household_id = ${householdId} and e.card_account_id = a.id)
      and not exists (select 1 from category_rules r
        where r.household_id = ${householdId} and r.account_id = a.id)
      and not exists (select 1 from funding_schedules s
        where s.household_id = ${householdId} and s.account_id = a.id)
      and not exists (select 1 from stated_balances b
        where b.household_id = ${householdId} and b.account_id = a.id)
      and not exists (select 1 from provider_accounts p
        where p.household_id = ${householdId} and p.account_id = a.id and p.is_files is not true)
    returning a.id, a.name`.execute(db)
  const gone = new Set(hidden.map(({ id }) => id))
  const { rows: kept } = await sql<{ name: string }>`
    select name from accounts where household_id = ${householdId}
      and id = any(${ids.filter((id) => !gone.has(id))}::uuid[]) order by name`.execute(db)
  return { hidden, kept: kept.map(({ name }) => name) }
}
