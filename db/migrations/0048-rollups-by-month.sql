-- A rollup was a row for each day, month and all time, and most of what a household grew by: one with four payments a day had
-- four rows for each of them, every one with its own counts for the day. Now a row is a month, with its days in an array.
-- Keys come after months, so that a year of all categories is one range of the index.
drop view transaction_totals;
alter table transaction_rollups rename to rollups_by_day;
alter index transaction_rollups_pkey rename to rollups_by_day_pkey;

create table transaction_rollups (
  household_id uuid not null,
  facet text not null,
  -- The id or name within the facet; '' for `all` and for transactions without a category.
  facet_key text not null,
  currency text not null,
  -- First day of the month; -infinity: all time.
  start date not null,
  expenses integer not null,
  incomes integer not null,
  transfers integer not null,
  -- Cents, with the sign of the transactions. `spent` and `refunded`: negative and positive amounts of type expense.
  spent bigint not null,
  refunded bigint not null,
  income bigint not null,
  transfer bigint not null,
  -- The same numbers day by day, without those that are 0; null for all time. Each is `number * 256 + day * 8 + place`: the day
  -- of the month, and the place of its column from `expenses`, 0, to `transfer`, 6. In the order of days and places.
  days bigint[],
  constraint transaction_rollups_pkey primary key (household_id, facet, start, facet_key, currency),
  constraint transaction_rollups_facet check (facet in ('all', 'account', 'category', 'expense', 'merchant')),
  -- Refuses a write whose sums would exceed JavaScript's exact integers: any two of these add up to less than 2^53.
  constraint transaction_rollups_exact check (abs(spent) < 4503599627370496 and abs(refunded) < 4503599627370496
    and abs(income) < 4503599627370496 and abs(transfer) < 4503599627370496),
  constraint transaction_rollups_exact_days check (4503599627370496 * 256 > all (days) and -4503599627370496 * 256 < all (days))
) with (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
-- Keeps the array in the row and uncompressed: usually it has two numbers for a payment, and never more than 217.
alter table transaction_rollups alter column days set storage plain;

with days as (
  select household_id, facet, facet_key, currency, date_trunc('month', start::timestamp)::date as start,
    array_agg(number * 256 + extract(day from start)::integer * 8 + place order by start, place) as days
  from rollups_by_day
  cross join lateral (values (0, expenses), (1, incomes), (2, transfers), (3, spent), (4, refunded), (5, income),
    (6, transfer)) n (place, number)
  where grain = 'day' and number <> 0
  group by 1, 2, 3, 4, 5
)
insert into transaction_rollups
select household_id, facet, facet_key, currency, start, expenses, incomes, transfers, spent, refunded, income, transfer,
  d.days
from rollups_by_day left join days d using (household_id, facet, facet_key, currency, start)
where grain <> 'day' and (d.days is not null
  or (expenses, incomes, transfers, spent, refunded, income, transfer) <> (0, 0, 0, 0, 0, 0, 0))
order by household_id, facet, start, facet_key, currency;

drop table rollups_by_day;

create or replace function add_to_rollups(changes rollup_change[]) returns void language plpgsql as $$
begin
  -- Each change is two numbers in each facet: how many, and how much.
  with numbers as (
    select household_id, facet, facet_key, currency, date_trunc('month', booked_at::timestamp)::date as month,
      extract(day from booked_at)::integer * 8 + place as code, sum(number)::bigint as number
    from unnest(changes) c (household_id, account_id, category_id, expense_goal_id, merchant, currency, booked_at, type,
      amount, sign, part)
    -- The changes of parts have no account and no merchant, and the whole of a split transaction no Expense.
    cross join lateral (values
      ('all', case when part is null or part = 'whole' then '' end),
      ('account', account_id::text),
      ('category', case when part is null or part = 'category' then coalesce(category_id::text, '') end),
      ('expense', expense_goal_id::text),
      ('merchant', merchant)) facets (facet, facet_key)
    cross join lateral (values
      (case type when 'expense' then 0 when 'income' then 1 else 2 end, sign),
      (case type when 'expense' then case when amount < 0 then 3 else 4 end when 'income' then 5 else 6 end,
        sign * amount)) n (place, number)
    where facet_key is not null
    group by 1, 2, 3, 4, 5, 6
    having sum(number) <> 0
  ), months as (
    select household_id, facet, facet_key, currency, month,
      coalesce(sum(number) filter (where code & 7 = 0), 0) as expenses,
      coalesce(sum(number) filter (where code & 7 = 1), 0) as incomes,
      coalesce(sum(number) filter (where code & 7 = 2), 0) as transfers,
      coalesce(sum(number) filter (where code & 7 = 3), 0) as spent,
      coalesce(sum(number) filter (where code & 7 = 4), 0) as refunded,
      coalesce(sum(number) filter (where code & 7 = 5), 0) as income,
      coalesce(sum(number) filter (where code & 7 = 6), 0) as transfer,
      array_agg(number * 256 + code order by code) as days
    from numbers
    group by 1, 2, 3, 4, 5
  )
  insert into transaction_rollups as r
  select household_id, facet, facet_key, currency, month, expenses, incomes, transfers, spent, refunded, income, transfer,
    days
  from months
  union all
  select household_id, facet, facet_key, currency, '-infinity', sum(expenses), sum(incomes), sum(transfers), sum(spent),
    sum(refunded), sum(income), sum(transfer), null
  from months where facet <> 'merchant'
  group by 1, 2, 3, 4
  having (sum(expenses), sum(incomes), sum(transfers), sum(spent), sum(refunded), sum(income), sum(transfer))
    <> (0, 0, 0, 0, 0, 0, 0)
  order by 1, 2, 5, 3, 4
  on conflict (household_id, facet, start, facet_key, currency) do update set
    expenses = r.expenses + excluded.expenses,
    incomes = r.incomes + excluded.incomes,
    transfers = r.transfers + excluded.transfers,
    spent = r.spent + excluded.spent,
    refunded = r.refunded + excluded.refunded,
    income = r.income + excluded.income,
    transfer = r.transfer + excluded.transfer,
    days = case when r.days is null then excluded.days else (
      select array_agg(number * 256 + code order by code) from (
        select d & 255 as code, sum(d >> 8)::bigint as number from unnest(r.days || excluded.days) d
        group by 1 having sum(d >> 8) <> 0) n) end;
end $$;

-- Each change in the tail as rollups of its own.
create view tail_totals as
  select tail.household_id, f.facet, f.facet_key, g.grain, g.start, g.month, c.currency, c.sign as transactions,
    case c.type when 'expense' then c.sign else 0 end as expenses,
    case c.type when 'income' then c.sign else 0 end as incomes,
    case c.type when 'transfer' then c.sign else 0 end as transfers,
    case when c.type = 'expense' and c.amount < 0 then c.sign * c.amount else 0 end as spent,
    case when c.type = 'expense' and c.amount > 0 then c.sign * c.amount else 0 end as refunded,
    case c.type when 'income' then c.sign * c.amount else 0 end as income,
    case c.type when 'transfer' then c.sign * c.amount else 0 end as transfer
  from rollup_tails tail
  cross join lateral unnest(tail.changes) c
  cross join lateral (values
    ('all', case when c.facet is null or c.facet = 'whole' then '' end),
    ('account', c.account_id::text),
    ('category', case when c.facet is null or c.facet = 'category' then coalesce(c.category_id::text, '') end),
    ('expense', c.expense_goal_id::text),
    ('merchant', c.merchant)) f (facet, facet_key)
  cross join lateral (select date_trunc('month', c.booked_at::timestamp)::date as month) m
  cross join lateral (values
    ('ever', '-infinity'::date, '-infinity'::date),
    ('month', m.month, m.month),
    ('day', c.booked_at, m.month)) g (grain, start, month)
  where f.facet_key is not null and not (f.facet = 'merchant' and g.grain = 'ever');

-- The rollups by grain, and the tail. Readers sum these rows, of which a day has several. `month` is the first day of the
-- month, by which days are found; -infinity for `ever`.
create view transaction_totals as
  select household_id, facet, facet_key, 'ever' as grain, '-infinity'::date as start, '-infinity'::date as month, currency,
    expenses + incomes + transfers as transactions, expenses, incomes, transfers, spent, refunded, income, transfer
  from transaction_rollups where start = '-infinity'
  union all
  select household_id, facet, facet_key, 'month', start, start, currency, expenses + incomes + transfers, expenses, incomes,
    transfers, spent, refunded, income, transfer
  from transaction_rollups where start > '-infinity'
  union all
  select household_id, facet, facet_key, 'day', start + (d >> 3 & 31)::integer - 1, start, currency,
    case when d & 7 <= 2 then d >> 8 else 0 end::integer, case d & 7 when 0 then d >> 8 else 0 end::integer,
    case d & 7 when 1 then d >> 8 else 0 end::integer, case d & 7 when 2 then d >> 8 else 0 end::integer,
    case d & 7 when 3 then d >> 8 else 0 end, case d & 7 when 4 then d >> 8 else 0 end,
    case d & 7 when 5 then d >> 8 else 0 end, case d & 7 when 6 then d >> 8 else 0 end
  from transaction_rollups cross join lateral unnest(days) d
  where start > '-infinity'
  union all
  select * from tail_totals;
