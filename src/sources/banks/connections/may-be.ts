import { sql } from 'kysely'

// SQL fragments about a catalog entry `p` of a connection `c` at an institution `i`.

/** True while the entry has no rows and its account is unused, so that it may still be joined with a lost account. */
export const isUntouched = (householdId: string) => sql`(
  not exists (select 1 from provider_transactions m
    where m.household_id = ${householdId} and m.provider_account_id = p.id)
  and not exists (select 1 from transactions t
    where t.household_id = ${householdId} and t.account_id = p.account_id)
  and not exists (select 1 from provider_accounts o
    where o.household_id = ${householdId} and o.account_id = p.account_id and o.id <> p.id)
  and not exists (select 1 from expenses e
    where e.household_id = ${householdId} and e.card_account_id = p.account_id)
  and not exists (select 1 from category_rules r
    where r.household_id = ${householdId} and r.account_id = p.account_id)
  and not exists (select 1 from imports f
    where f.household_id = ${householdId} and f.account_id = p.account_id))`

/**
 * The lost account of the same owner that the entry may be under another id: no longer listed, at the same bank, with
 * the same name or last digits, and not ruled out by a person. Null when several qualify.
 */
export const mayBe = (householdId: string) => sql<string | null>`(
  select case when count(*) = 1 then min(l.account_id::text)::uuid end
  from provider_accounts l
  join connections lc on lc.household_id = ${householdId} and lc.id = l.connection_id
  left join connection_institutions li on li.household_id = ${householdId}
    and li.connection_id = l.connection_id and li.external_id = l.institution_external_id
  where l.household_id = ${householdId} and lc.provider = c.provider and lc.member_id = c.member_id
    and l.account_id is not null and (not l.available or lc.status in ('disconnected', 'revoked'))
    and exists (select 1 from provider_transactions m
      where m.household_id = ${householdId} and m.provider_account_id = l.id)
    and lower(li.name) = lower(i.name) and l.currency = p.currency
    and (lower(l.name) = lower(p.name) or l.mask = p.mask)
    and l.account_id <> all (coalesce(p.other_than, '{}'))
    and p.available and c.status <> 'disconnected' and ${isUntouched(householdId)})`
