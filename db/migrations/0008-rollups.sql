-- Counts and sums of transactions by day, by month and in total, for the whole household and for each account, category,
-- Expense and merchant. Triggers keep them in the statement that changes the rows, so no writer can forget them. Totals,
-- deep pages and analytics then cost the same for any length of history. Read them through `transaction_totals`, which
-- adds the latest changes.
create table transaction_rollups (
  household_id uuid not null,
  facet text not null check (facet in ('all', 'account', 'category', 'expense', 'merchant')),
  -- The id or name within the facet; '' for `all` and for transactions without a category.
  facet_key text not null,
  grain text not null check (grain in ('ever', 'month', 'day')),
  -- First day of the month, or the day; -infinity for `ever`.
  start date not null,
  currency text not null,
  transactions integer not null,
  expenses integer not null,
  incomes integer not null,
  transfers integer not null,
  -- Cents, with the sign of the transactions. `spent` and `refunded`: negative and positive amounts of type expense.
  spent bigint not null,
  refunded bigint not null,
  income bigint not null,
  transfer bigint not null,
  primary key (household_id, facet, facet_key, grain, start, currency),
  -- Refuses a write whose sums would exceed JavaScript's exact integers: any two of these add up to less than 2^53.
  check (abs(spent) < 4503599627370496 and abs(refunded) < 4503599627370496
    and abs(income) < 4503599627370496 and abs(transfer) < 4503599627370496)
) with (fillfactor = 70);

-- One change to count.
create type rollup_change as (
  household_id uuid,
  account_id uuid,
  category_id uuid,
  expense_goal_id uuid,
  merchant text,
  currency text,
  booked_at date,
  type text,
  amount bigint,
  -- 1: the transaction appears; -1: it disappears. A change is both.
  sign integer
);

-- Adds changes to the rollups. In plpgsql, which caches the statement's plan: counting one row takes a fraction of the time
-- that planning takes.
create function add_to_rollups(changes rollup_change[]) returns void language plpgsql as $$
begin
  with cells as (
    select household_id, account_id, category_id, expense_goal_id, merchant, currency, booked_at,
      sum(sign) as transactions,
      sum(sign) filter (where type = 'expense') as expenses,
      sum(sign) filter (where type = 'income') as incomes,
      sum(sign) filter (where type = 'transfer') as transfers,
      sum(sign * amount) filter (where type = 'expense' and amount < 0) as spent,
      sum(sign * amount) filter (where type = 'expense' and amount > 0) as refunded,
      sum(sign * amount) filter (where type = 'income') as income,
      sum(sign * amount) filter (where type = 'transfer') as transfer
    from unnest(changes)
    group by 1, 2, 3, 4, 5, 6, 7
  )
  insert into transaction_rollups as r
  select household_id, facet, facet_key, grain, start, currency,
    coalesce(sum(transactions), 0), coalesce(sum(expenses), 0),
    coalesce(sum(incomes), 0), coalesce(sum(transfers), 0), coalesce(sum(spent), 0),
    coalesce(sum(refunded), 0), coalesce(sum(income), 0), coalesce(sum(transfer), 0)
  from cells
  cross join lateral (values
    ('all', ''),
    ('account', account_id::text),
    ('category', coalesce(category_id::text, '')),
    ('expense', expense_goal_id::text),
    ('merchant', merchant)) facets (facet, facet_key)
  cross join lateral (values
    ('ever', '-infinity'::date),
    ('month', date_trunc('month', booked_at::timestamp)::date),
    ('day', booked_at)) grains (grain, start)
  where facet_key is not null and not (facet = 'merchant' and grain = 'ever')
  group by 1, 2, 3, 4, 5, 6
  having (sum(transactions), sum(expenses), sum(incomes), sum(transfers), sum(spent),
      sum(refunded), sum(income), sum(transfer))
    is distinct from (0, 0, 0, 0, 0, 0, 0, 0)
  order by 1, 2, 3, 4, 5, 6
  on conflict (household_id, facet, facet_key, grain, start, currency) do update set
    transactions = r.transactions + excluded.transactions,
    expenses = r.expenses + excluded.expenses,
    incomes = r.incomes + excluded.incomes,
    transfers = r.transfers + excluded.transfers,
    spent = r.spent + excluded.spent,
    refunded = r.refunded + excluded.refunded,
    income = r.income + excluded.income,
    transfer = r.transfer + excluded.transfer;
end $$;

-- The tail: a household's latest changes, which no rollup counts yet. Updating eleven rollups for each transaction would
-- cost more than the rest of its write; sixteen changes together cost little more than one.
create table rollup_tails (
  household_id uuid primary key references households on delete cascade,
  changes rollup_change[] not null
) with (fillfactor = 40);
-- Keeps the array in the row and uncompressed, because almost every write of a transaction changes it.
alter table rollup_tails alter column changes set storage plain;

-- Counts changes: many at once in the rollups, a few in the household's tail, which is emptied when it is long. An amount so
-- large that sums might exceed exact integers goes to the rollups at once, so that the write that causes it is refused.
create function count_changes(changes rollup_change[], largest bigint) returns void language plpgsql as $$
declare
  tail_max constant integer := 16;
  long uuid[];
begin
  if cardinality(changes) > tail_max / 2 or largest > 1000000000 then
    perform add_to_rollups(changes);
    return;
  end if;
  with noted as (
    insert into rollup_tails as tail
    select c.household_id, array_agg(c) from unnest(changes) c group by 1
    on conflict (household_id) do update set changes = tail.changes || excluded.changes
    returning tail.household_id, cardinality(tail.changes) as length
  )
  select array_agg(household_id) into long from noted where length >= tail_max;
  if long is not null then
    perform add_to_rollups(tail.changes) from rollup_tails tail where tail.household_id = any(long);
    update rollup_tails set changes = '{}' where household_id = any(long);
  end if;
end $$;

-- Count added, removed and changed rows, once per statement.
create function roll_up_added() returns trigger language plpgsql as $$
begin
  perform count_changes(array_agg(row(household_id, account_id, category_id, expense_goal_id, merchant,
    currency, booked_at, type, amount, 1)::rollup_change), max(abs(amount)))
  from added where visible having count(*) > 0;
  return null;
end $$;

create function roll_up_removed() returns trigger language plpgsql as $$
begin
  perform count_changes(array_agg(row(household_id, account_id, category_id, expense_goal_id, merchant,
    currency, booked_at, type, amount, -1)::rollup_change), max(abs(amount)))
  from removed where visible having count(*) > 0;
  return null;
end $$;

-- Counts only rows whose counted columns changed; most updates change only text.
create function roll_up_changed() returns trigger language plpgsql as $$
begin
  perform count_changes(array_agg(row(household_id, account_id, category_id, expense_goal_id, merchant,
    currency, booked_at, type, amount, sign)::rollup_change), max(abs(amount)))
  from (
    select household_id, account_id, category_id, expense_goal_id, merchant, currency, booked_at, type, amount,
      sum(sign)::integer as sign
    from (
      select removed.*, -1 as sign from removed where visible
      union all
      select added.*, 1 from added where visible
    ) both_sides
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9 having sum(sign) <> 0
  ) changes
  having count(*) > 0;
  return null;
end $$;

create trigger transactions_added after insert on transactions
  referencing new table as added for each statement execute function roll_up_added();
create trigger transactions_removed after delete on transactions
  referencing old table as removed for each statement execute function roll_up_removed();
create trigger transactions_changed after update on transactions
  referencing old table as removed new table as added for each statement execute function roll_up_changed();

-- The rollups plus the tail, in which each change appears as rollups of its own. Readers sum these rows.
create view transaction_totals as
  select household_id, facet, facet_key, grain, start, currency, transactions, expenses, incomes, transfers, spent,
    refunded, income, transfer
  from transaction_rollups
  union all
  select tail.household_id, f.facet, f.facet_key, g.grain, g.start, c.currency, c.sign,
    case c.type when 'expense' then c.sign else 0 end, case c.type when 'income' then c.sign else 0 end,
    case c.type when 'transfer' then c.sign else 0 end,
    case when c.type = 'expense' and c.amount < 0 then c.sign * c.amount else 0 end,
    case when c.type = 'expense' and c.amount > 0 then c.sign * c.amount else 0 end,
    case c.type when 'income' then c.sign * c.amount else 0 end,
    case c.type when 'transfer' then c.sign * c.amount else 0 end
  from rollup_tails tail
  cross join lateral unnest(tail.changes) c
  cross join lateral (values
    ('all', ''),
    ('account', c.account_id::text),
    ('category', coalesce(c.category_id::text, '')),
    ('expense', c.expense_goal_id::text),
    ('merchant', c.merchant)) f (facet, facet_key)
  cross join lateral (values
    ('ever', '-infinity'::date),
    ('month', date_trunc('month', c.booked_at::timestamp)::date),
    ('day', c.booked_at)) g (grain, start)
  where f.facet_key is not null and not (f.facet = 'merchant' and g.grain = 'ever');
