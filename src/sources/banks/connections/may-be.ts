import { sql } from 'kysely'

// Fragments about a catalog entry `p` of a connection `c` at an institution `i`.

/** Nothing has been imported to the entry, and nobody has begun to use its account: it may still become another's. */
export const isUntouched = sql`(
  not exists (select from provider_transactions m
    where m.household_id = p.household_id and m.provider_account_id = p.id)
  and not exists (select from transactions t
    where t.household_id = p.household_id and t.account_id = p.account_id)
  and not exists (select from provider_accounts o
    where o.household_id = p.household_id and o.account_id = p.account_id and o.id <> p.id)
  and not exists (select from expenses e
    where e.household_id = p.household_id and e.card_account_id = p.account_id)
  and not exists (select from category_rules r
    where r.household_id = p.household_id and r.account_id = p.account_id)
  and not exists (select from imports f
    where f.household_id = p.household_id and f.account_id = p.account_id))`

/**
 * The account that its owner had before and that the entry may be under another id: gone from its bank, at the same bank,
 * called the same or with the same digits, and not one that a person has told apart from it. Of several none.
 */
export const mayBe = sql<string | null>`(
  select case when count(*) = 1 then min(l.account_id::text)::uuid end
  from provider_accounts l
  join connections lc on lc.household_id = l.household_id and lc.id = l.connection_id
  left join connection_institutions li on li.household_id = l.household_id
    and li.connection_id = l.connection_id and li.external_id = l.institution_external_id
  where l.household_id = p.household_id and lc.provider = c.provider and lc.member_id = c.member_id
    and l.account_id is not null and (not l.available or lc.status in ('disconnected', 'revoked'))
    and exists (select from provider_transactions m
      where m.household_id = l.household_id and m.provider_account_id = l.id)
    and lower(li.name) = lower(i.name) and l.currency = p.currency
    and (lower(l.name) = lower(p.name) or l.mask = p.mask)
    and l.account_id <> all (coalesce(p.other_than, '{}'))
    and p.available and c.status <> 'disconnected' and ${isUntouched})`
