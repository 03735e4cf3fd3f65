-- The past of free-to-spend. Free-to-spend itself is derived, never stored; these tables keep what its cash side was, so
-- that two moments can be compared to the cent. The ledger keeps the other side, the money in Expenses.

-- Cents that an account contributes to its household's cash, as of the last change within a quarter of an hour. Days begin
-- on a quarter of an hour in every time zone, so the rows of any zone's day can be distinguished, and an account that changes a
-- thousand times a day still has at most 96 rows. Triggers write it in the statement that changes the account.
create table cash_levels (
  household_id uuid not null references households on delete cascade,
  -- No reference: the past of an account outlives it.
  account_id uuid not null,
  quarter timestamptz not null,
  -- Zero while the account does not count.
  cash bigint not null,
  -- Since when the account counts without interruption; null: it does not.
  counted_since timestamptz,
  primary key (household_id, account_id, quarter)
) with (fillfactor = 80);

-- Payments whose share in their account's balance changed after they were recorded: edited, booked or deleted. A payment that
-- is recorded and never touched again has no row here.
create table payment_changes (
  household_id uuid not null references households on delete cascade,
  at timestamptz not null,
  transaction_id uuid not null,
  account_id uuid not null,
  -- Cents by which the share changed.
  amount bigint not null,
  -- When the payment was recorded, so that a period is read without its payments.
  recorded_at timestamptz not null,
  primary key (household_id, at, transaction_id, account_id)
);

-- When the log of a household begins, if later than the household itself. Null: with the household.
alter table households add column cash_log_since timestamptz;

-- Sums what happened to Expenses within a span of time.
create index ledger_entries_by_time on ledger_entries (household_id, created_at);

-- True if an account's money counts as cash. The same rule as `core/values/spendable.ts` and `budget/accounts/cash.ts`.
create function counts_as_cash(a accounts, h households) returns boolean
  stable language sql
  return a.subscribed and not a.hidden and a.currency = h.currency and coalesce(a.spendable,
    a.type = any (h.account_types)
      and (a.type <> 'depository' or coalesce(a.subtype, '') in ('checking', 'savings')));

-- A payment's share in the cash of its account, in cents. Payments by hand count at once, rows of files unless a stated
-- balance (`stated_on`: its day) contains them already, payments of banks when they are booked; pending spending counts if the
-- household says so. `hand_kept`: no bank reports the account's balance.
create function share_in_cash(provider text, status text, amount bigint, gone boolean, booked date, history boolean,
  hand_kept boolean, include_pending boolean, stated_on date) returns bigint
  immutable parallel safe language sql
  return case
    when gone then 0
    when provider = 'manual' then amount
    when status = 'pending' then case when hand_kept or include_pending then least(amount, 0) else 0 end
    when provider = 'import' and (booked <= stated_on or (history and not hand_kept)) then 0
    else amount end;

-- Stores what accounts contribute now, if it changed. A row never lies before the account's last one, so the last row is
-- always the present.
create function store_cash_levels(household uuid, ids uuid[], moment timestamptz) returns void
language plpgsql as $$
begin
  insert into cash_levels as l (household_id, account_id, quarter, cash, counted_since)
  select now.household_id, now.account_id,
    greatest(date_bin('15 minutes', moment, 'epoch'), last.quarter), now.cash,
    case when now.counted then coalesce(last.counted_since, moment) end
  from (
    select a.household_id, a.id as account_id, c.counted,
      case when not c.counted then 0
        when a.provider = 'manual' or not h.include_pending then a.balance
        else a.balance + coalesce((select sum(t.amount) from transactions t
          where t.household_id = a.household_id and t.account_id = a.id and t.visible
            and t.status = 'pending' and t.amount < 0), 0) end as cash
    from accounts a
    join households h on h.household_id = a.household_id
    cross join lateral (select counts_as_cash(a, h) as counted) c
    where a.household_id = household and a.id = any (ids)
  ) now
  left join lateral (
    select o.quarter, o.cash, o.counted_since from cash_levels o
    where o.household_id = now.household_id and o.account_id = now.account_id
    order by o.quarter desc limit 1
  ) last on true
  where now.cash <> coalesce(last.cash, 0) or now.counted <> (last.counted_since is not null)
  on conflict (household_id, account_id, quarter) do update
    set cash = excluded.cash, counted_since = excluded.counted_since;
end $$;

create function log_account() returns trigger language plpgsql as $$
declare
  last cash_levels;
begin
  if tg_op = 'INSERT' or (old.type, old.subtype, old.currency, old.provider, old.subscribed, old.hidden, old.spendable)
    is distinct from (new.type, new.subtype, new.currency, new.provider, new.subscribed, new.hidden, new.spendable)
  then
    perform store_cash_levels(new.household_id, array[new.id], new.updated_at);
    return null;
  end if;
  -- Every recorded payment comes here. An account counts as before if only its balance has changed.
  select * into last from cash_levels l
    where l.household_id = new.household_id and l.account_id = new.id order by l.quarter desc limit 1;
  if last.counted_since is not null then
    insert into cash_levels as l (household_id, account_id, quarter, cash, counted_since)
    values (new.household_id, new.id, greatest(date_bin('15 minutes', new.updated_at, 'epoch'), last.quarter),
      last.cash + new.balance - old.balance, last.counted_since)
    on conflict (household_id, account_id, quarter) do update set cash = excluded.cash;
  end if;
  return null;
end $$;

create trigger accounts_logged_added after insert on accounts
  for each row execute function log_account();
create trigger accounts_logged_changed
  after update of balance, type, subtype, currency, provider, subscribed, hidden, spendable on accounts
  for each row when ((old.balance, old.type, old.subtype, old.currency, old.provider, old.subscribed, old.hidden, old.spendable)
    is distinct from (new.balance, new.type, new.subtype, new.currency, new.provider, new.subscribed, new.hidden, new.spendable))
  execute function log_account();

-- Other rules of free-to-spend change what every account contributes.
create function log_household() returns trigger language plpgsql as $$
begin
  perform store_cash_levels(new.household_id,
    (select array_agg(id) from accounts where household_id = new.household_id), new.updated_at);
  return null;
end $$;
create trigger households_logged after update of currency, include_pending, account_types on households
  for each row when ((old.currency, old.include_pending, old.account_types)
    is distinct from (new.currency, new.include_pending, new.account_types))
  execute function log_household();

-- Pending spending reduces the cash of an account that a bank reports.
create function log_added_payments() returns trigger language plpgsql as $$
begin
  perform store_cash_levels(household_id, array_agg(distinct account_id), max(updated_at))
  from added where visible and status = 'pending' and amount < 0 group by household_id;
  return null;
end $$;
create trigger transactions_logged_added after insert on transactions
  referencing new table as added for each statement execute function log_added_payments();

-- Notes by how much changed payments' shares changed. Both sides are added up instead of joined, because PostgreSQL does not
-- know how many rows a statement changed and would compare each with each. A person who deletes or corrects a booked payment
-- of a bank does not change the bank's balance.
create function log_changed_payments() returns trigger language plpgsql as $$
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
  insert into payment_changes as p (household_id, at, transaction_id, account_id, amount, recorded_at)
  select household_id, max(updated_at), id, account_id, sum(share), max(created_at)
  from (
    select t.household_id, t.id, t.account_id, t.provider, t.status, t.edited, t.updated_at, t.created_at,
      t.sign * share_in_cash(t.provider, t.status, t.amount, t.deleted_at is not null, t.booked_at, t.history,
        a.provider in ('manual', 'import'), h.include_pending,
        case when t.provider = 'import' then (select max(i.balance_day) from imports i
          where i.household_id = t.household_id and i.account_id = t.account_id and i.status = 'done'
            and i.finished_at < t.created_at) end) as share
    from (select removed.*, -1 as sign from removed union all select added.*, 1 from added) t
    join households h on h.household_id = t.household_id
    join accounts a on a.household_id = t.household_id and a.id = t.account_id
  ) sides
  group by household_id, id, account_id
  having sum(share) <> 0 and not (bool_and(provider not in ('manual', 'import') and status = 'booked')
    and bool_or(edited && '{amount,deleted_at}'::text[]))
  on conflict (household_id, at, transaction_id, account_id) do update set amount = p.amount + excluded.amount;
  perform store_cash_levels(household_id, array_agg(distinct account_id), (select max(updated_at) from added)) from (
    select household_id, account_id from removed where status = 'pending' and amount < 0
    union all
    select household_id, account_id from added where status = 'pending' and amount < 0
  ) pending group by household_id;
  return null;
end $$;
create trigger transactions_logged_changed after update on transactions
  referencing old table as removed new table as added for each statement execute function log_changed_payments();

-- Existing households: their log begins with the last change of what it is about.
update households h set cash_log_since = greatest(h.created_at, h.updated_at, a.last, t.last, e.last)
from households o
left join (select household_id, max(updated_at) as last from accounts group by 1) a using (household_id)
left join (select household_id, max(updated_at) as last from transactions group by 1) t using (household_id)
left join (select household_id, max(created_at) as last from ledger_entries group by 1) e using (household_id)
where o.household_id = h.household_id;
select store_cash_levels(h.household_id, array_agg(a.id), h.cash_log_since)
from households h join accounts a on a.household_id = h.household_id
group by h.household_id, h.cash_log_since;
