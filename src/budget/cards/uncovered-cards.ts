import { type RawBuilder, sql } from 'kysely'
import type { Cents } from '#/core/values/cents.ts'

/** A card that owes money and has no Expense. */
export type UncoveredCard = {
  readonly account_id: string
  readonly name: string
  readonly institution_name: string | null
  readonly mask: string | null
  /** In cents, positive. */
  readonly owed: Cents
  readonly dismissed: boolean
}

/**
 * Builds the query for a household's uncovered cards: followed credit accounts in its currency that owe money and that no
 * live Expense pays. A bank's balance contains only booked payments, so pending purchases are added: once the card is
 * covered, they are part of its history, for which no reserve is built when they post.
 */
export function uncoveredCards(householdId: string): RawBuilder<UncoveredCard> {
  return sql<UncoveredCard>`
    select account_id, name, institution_name, mask, owed, dismissed from (
      select a.id as account_id, a.name, a.institution_name, a.mask, a.created_at,
        a.card_dismissed_at is not null as dismissed,
        -a.balance - case when a.provider in ('manual', 'import') then 0 else
          coalesce((select sum(t.amount) from transactions t
            where t.household_id = ${householdId} and t.account_id = a.id and t.visible
              and t.status = 'pending' and t.amount < 0), 0)::bigint end as owed
      from accounts a join households h on h.household_id = ${householdId}
      where a.household_id = ${householdId} and a.type = 'credit' and a.currency = h.currency
        and a.subscribed and not a.hidden and a.closed_at is null
        and not exists (select 1 from expenses e where e.household_id = ${householdId}
          and e.card_account_id = a.id and e.archived_at is null)
    ) card
    where owed > 0
    order by created_at, account_id`
}
