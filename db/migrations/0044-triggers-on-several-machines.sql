-- Triggers of a table that Citus keeps on several machines run on the machine of the household. There a statement may read and
-- change the household's own rows if it compares each table with the household itself, and reads nothing else beside them: no
-- transition table, and no function that takes a table's rows.

-- As `counts_as_cash`, which took rows of tables: their types differ between machines.
create function is_cash(subscribed boolean, hidden boolean, currency text, spendable boolean, type text, subtype text,
  of_household text, account_types text[]) returns boolean
  immutable parallel safe language sql
  return subscribed and not hidden and currency = of_household and coalesce(spendable,
    type = any (account_types)
      and (type <> 'depository' or coalesce(subtype, '') in ('checking', 'savings')));

create or replace function store_cash_levels(household uuid, ids uuid[], moment timestamptz) returns void
language plpgsql as $$
begin
  insert into cash_levels as l (household_id, account_id, quarter, cash, counted_since)
  select now.household_id, now.account_id,
    greatest(date_bin('15 minutes', moment, 'epoch'), now.quarter), now.cash,
    case when now.counted then coalesce(now.counted_since, moment) end
  from (
    select c.household_id, c.id as account_id, c.counted, last.quarter, last.cash as former, last.counted_since,
      case when not c.counted then 0
        when c.provider = 'manual' or not c.include_pending then c.balance
        else c.balance + coalesce((select sum(t.amount) from transactions t
          where t.household_id = household and t.account_id = c.id and t.visible
            and t.status = 'pending' and t.amount < 0), 0) end as cash
    from (
      select a.household_id, a.id, a.provider, a.balance, h.include_pending,
        is_cash(a.subscribed, a.hidden, a.currency, a.spendable, a.type, a.subtype, h.currency,
          h.account_types) as counted
      from accounts a
      join households h on h.household_id = household
      where a.household_id = household and a.id = any (ids)
    ) c
    left join lateral (
      select o.quarter, o.cash, o.counted_since from cash_levels o
      where o.household_id = household and o.account_id = c.id
      order by o.quarter desc limit 1
    ) last on true
  ) now
  where now.cash <> coalesce(now.former, 0) or now.counted <> (now.counted_since is not null)
  on conflict (household_id, account_id, quarter) do update
    set cash = excluded.cash, counted_since = excluded.counted_since;
end $$;

drop function counts_as_cash;

-- The machines get the functions before the tables, whose row types they therefore cannot name.
create or replace function log_account() returns trigger language plpgsql as $$
declare
  last record;
begin
  if tg_op = 'INSERT' or (old.type, old.subtype, old.currency, old.provider, old.subscribed, old.hidden, old.spendable)
    is distinct from (new.type, new.subtype, new.currency, new.provider, new.subscribed, new.hidden, new.spendable)
  then
    perform store_cash_levels(new.household_id, array[new.id], new.updated_at);
    return null;
  end if;
  -- Every recorded payment comes here. An account counts as before if only its balance has changed.
  select l.quarter, l.cash, l.counted_since into last from cash_levels l
    where l.household_id = new.household_id and l.account_id = new.id order by l.quarter desc limit 1;
  if last.counted_since is not null then
    insert into cash_levels as l (household_id, account_id, quarter, cash, counted_since)
    values (new.household_id, new.id, greatest(date_bin('15 minutes', new.updated_at, 'epoch'), last.quarter),
      last.cash + new.balance - old.balance, last.counted_since)
    on conflict (household_id, account_id, quarter) do update set cash = excluded.cash;
  end if;
  return null;
end $$;

create or replace function log_household() returns trigger language plpgsql as $$
declare
  ids uuid[];
begin
  select array_agg(a.id) into ids from accounts a where a.household_id = new.household_id;
  perform store_cash_levels(new.household_id, ids, new.updated_at);
  return null;
end $$;

-- A payment before or after a change. `sign`: -1 before, 1 after.
create type payment_side as (
  id uuid,
  account_id uuid,
  provider text,
  status text,
  amount bigint,
  is_gone boolean,
  booked_at date,
  history boolean,
  edited text[],
  created_at timestamptz,
  updated_at timestamptz,
  sign integer
);

-- Notes by how much payments' shares changed, as `log_changed_payments` says.
create function note_payment_changes(household uuid, sides payment_side[]) returns void language plpgsql as $$
begin
  insert into payment_changes as p (household_id, at, transaction_id, account_id, amount, recorded_at)
  select household_id, max(updated_at), id, account_id, sum(share), max(created_at)
  from (
    select h.household_id, t.id, t.account_id, t.provider, t.status, t.edited, t.updated_at, t.created_at,
      t.sign * share_in_cash(t.provider, t.status, t.amount, t.is_gone, t.booked_at, t.history,
        a.provider in ('manual', 'import'), h.include_pending,
        case when t.provider = 'import' then (select max(i.balance_day) from imports i
          where i.household_id = household and i.account_id = t.account_id and i.status = 'done'
            and i.finished_at < t.created_at) end) as share
    from households h
    cross join unnest(sides) t
    join accounts a on a.household_id = household and a.id = t.account_id
    where h.household_id = household
  ) shares
  group by household_id, id, account_id
  having sum(share) <> 0 and not (bool_and(provider not in ('manual', 'import') and status = 'booked')
    and bool_or(edited && '{amount,deleted_at}'::text[]))
  on conflict (household_id, at, transaction_id, account_id) do update set amount = p.amount + excluded.amount;
end $$;

create or replace function log_changed_payments() returns trigger language plpgsql as $$
begin
  -- Most updates change only text, a category or an Expense.
  if not exists (
    select from (
      select household_id, id, account_id, amount, status, deleted_at is null as kept, visible from removed
      union all
      select household_id, id, account_id, amount, status, deleted_at is null, visible from added
    ) sides
    group by household_id, id, account_id, amount, status, kept, visible having count(*) <> 2
  ) then
    return null;
  end if;
  perform note_payment_changes(household_id, array_agg(row(id, account_id, provider, status, amount,
    deleted_at is not null, booked_at, history, edited, created_at, updated_at, sign)::payment_side))
  from (select removed.*, -1 as sign from removed union all select added.*, 1 from added) sides
  group by household_id;
  perform store_cash_levels(household_id, array_agg(distinct account_id), (select max(updated_at) from added)) from (
    select household_id, account_id from removed where status = 'pending' and amount < 0
    union all
    select household_id, account_id from added where status = 'pending' and amount < 0
  ) pending group by household_id;
  return null;
end $$;

-- As before, one household after the other. Citus names the intermediate results of a statement by a number that each of its
-- sessions counts for itself. Those of a statement in a trigger may replace the ones of the statement that fires it, on the
-- same machine and in the same transaction; so a statement in a trigger must have none, and no change of rows in `with`.
create or replace function count_changes(changes rollup_change[], largest bigint) returns void language plpgsql as $$
declare
  tail_max constant integer := 16;
  household uuid;
  noted rollup_change[];
  length integer;
begin
  if cardinality(changes) > tail_max / 2 or largest > 1000000000 then
    perform add_to_rollups(changes);
    return;
  end if;
  for household, noted in
    select c.household_id, array_agg(c) from unnest(changes) c group by 1 order by 1
  loop
    insert into rollup_tails as tail values (household, noted)
    on conflict (household_id) do update set changes = tail.changes || excluded.changes
    returning cardinality(tail.changes) into length;
    if length >= tail_max then
      select tail.changes into noted from rollup_tails tail where tail.household_id = household;
      perform add_to_rollups(noted);
      update rollup_tails tail set changes = '{}' where tail.household_id = household;
    end if;
  end loop;
end $$;

-- Citus chooses the machine by the value of the household, which a generic plan does not know.
alter function admit_household(timestamptz, uuid, integer[], uuid[], bytea[], integer[], inet[]) reset plan_cache_mode;
