import { type RawBuilder, sql } from 'kysely'
import type { Cents } from '#/core/values/cents.ts'
import type { Database } from '#/platform/database/database.ts'
import type { Day } from '#/core/values/day.ts'
import type { Tables } from '#/platform/database/tables.ts'

/** An account that files have created and whose balance nobody has stated: it is only the sum of the rows. */
export type UnstatedAccount = {
  readonly account_id: string
  readonly name: string
  readonly type: Tables['accounts']['type']
  readonly currency: string
  readonly balance: Cents
  /** The newest import of the account, for which the balance can be stated. */
  readonly import_id: string
  /** The day of the newest booked row; null without one. */
  readonly day: Day | null
}

/** Holds for an account `a` that a file has created, and for which neither a file nor a person has stated a balance. */
const isUnstated = (householdId: string) => sql`
  exists (select 1 from imports i where i.household_id = ${householdId} and i.account_id = a.id
    and i.new_account is not null and i.status in ('done', 'undone'))
  and not exists (select 1 from imports i where i.household_id = ${householdId} and i.account_id = a.id
    and i.status = 'done' and i.balance_day is not null)
  and not exists (select 1 from stated_balances s where s.household_id = ${householdId} and s.account_id = a.id)
  and a.provider = 'manual' and a.closed_at is null and not a.hidden`

/** Builds the query for the unstated accounts of a household, the oldest first. */
export function unstatedAccounts(householdId: string): RawBuilder<UnstatedAccount> {
  return sql<UnstatedAccount>`
    select a.id as account_id, a.name, a.type, a.currency, a.balance, last.id as import_id,
      (select max(t.booked_at) from transactions t where t.household_id = ${householdId}
        and t.account_id = a.id and t.provider = 'import' and t.status = 'booked' and t.visible) as day
    from accounts a
    cross join lateral (
      select i.id from imports i where i.household_id = ${householdId} and i.account_id = a.id and i.status = 'done'
      order by i.finished_at desc, i.id desc limit 1) last
    where a.household_id = ${householdId} and ${isUnstated(householdId)}
    order by a.created_at, a.id`
}

type Account = { readonly householdId: string; readonly accountId: string }

/** Checks whether the balance of an existing account is known: stated by a person, a file or a bank. */
export async function hasKnownBalance(
  db: Database,
  { householdId, accountId }: Account,
): Promise<boolean> {
  const { rows } = await sql<{ is_unstated: boolean }>`
    select ${isUnstated(householdId)} as is_unstated from accounts a
    where a.household_id = ${householdId} and a.id = ${accountId}`.execute(db)
  return rows[0]?.is_unstated !== true
}
