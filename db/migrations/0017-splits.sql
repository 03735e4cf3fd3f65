-- One transaction split into parts, each with its own category and Expense.

-- The parts lie in the row itself, in the form in which the API shows them: amount (cents), category_id, expense_goal_id,
-- note. So every reader has them without another statement, and the triggers of the rollups see parts and whole in one
-- change. `docs/decisions/splits.md` compares this with a table.
alter table transactions add column splits jsonb;

-- Sums the parts. Cents are exact in bigint.
create function split_sum(splits jsonb) returns bigint immutable parallel safe language sql
  return (select sum((p ->> 'amount')::bigint) from jsonb_array_elements(splits) p);

-- Holds the sum in the database, so that no writer can break it. A part has the sign of the whole; it may come to 0 when
-- the whole is corrected.
alter table transactions add constraint transactions_splits_sum check (
  splits is null or (jsonb_array_length(splits) between 2 and 20 and split_sum(splits) = amount));

-- Fits parts to a new amount of the whole: the smaller parts stay as far as it reaches, the largest (of equal ones the first)
-- takes the difference, and all have the sign of the whole. In cents, without rounding.
create function fit_splits(splits jsonb, amount bigint) returns jsonb immutable parallel safe language sql
  return (
    with parts as (
      select p.part, p.n, abs((p.part ->> 'amount')::bigint) as size
      from jsonb_array_elements(splits) with ordinality p (part, n)
    ), placed as (
      select part, n, size, row_number() over (order by size desc, n) = 1 as is_largest,
        abs(amount) - coalesce(sum(size) over (order by size, n desc
          rows between unbounded preceding and 1 preceding), 0) as rest
      from parts
    )
    select jsonb_agg(jsonb_set(part, '{amount}', to_jsonb((sign(amount)
      * greatest(0, case when is_largest then rest else least(size, rest) end))::bigint)) order by n)
    from placed
  );

-- Fits the parts where a writer changes the amount of a split transaction: an import, a file, an edit. In a trigger, so that
-- no writer can forget it; rows that are not split do not call it.
create function keep_splits_exact() returns trigger language plpgsql as $$
begin
  new.splits := fit_splits(new.splits, new.amount);
  return new;
end $$;
create trigger transactions_splits_exact before update of amount on transactions for each row
  when (new.splits is not null and new.amount <> old.amount and new.splits is not distinct from old.splits)
  execute function keep_splits_exact();

-- Finds split transactions, which are few, when a list is filtered by a part's category or Expense.
create index transactions_split on transactions
  (household_id, booked_at desc, created_at desc, id desc) where visible and splits is not null;

-- Lists payments that have no category yet. A split one may have a category in each part.
drop index transactions_without_category;
create index transactions_without_category on transactions
  (household_id, booked_at desc, created_at desc, id desc)
  where visible and category_id is null and splits is null;

-- A split transaction is settled once for each Expense of its parts, in this order; every other one once, at position 0.
alter table settlements add column position smallint not null default 0;
alter table settlements alter column position drop default;
alter table settlements drop constraint settlements_pkey;
alter table settlements add primary key (household_id, transaction_id, position);

-- The last change of a transaction's parts: the state before and after it, money included, so that it can be undone to the
-- cent.
create table split_undos (
  household_id uuid not null,
  transaction_id uuid not null,
  -- Names the change. An undo of an older one is refused.
  id uuid not null,
  change jsonb not null,
  primary key (household_id, transaction_id),
  foreign key (household_id, transaction_id) references transactions on delete cascade
);

-- The rollups count the whole of a split transaction in the facets `all`, `account` and `merchant`, and its parts in
-- `category` and `expense`: once for each category and each Expense, with the sum of its parts there.

-- Null: counts in every facet. `whole`: all, account and merchant. `category`, `expense`: that facet alone.
alter type rollup_change add attribute facet text;

-- The changes that the parts of a transaction make.
create function split_changes(splits jsonb) returns table (facet text, category_id uuid, expense_goal_id uuid, amount bigint)
  immutable parallel safe language sql rows 4
begin atomic
  select 'category'::text, p.category_id, null::uuid, sum(p.amount)::bigint
    from jsonb_to_recordset(splits) as p (amount bigint, category_id uuid) group by p.category_id
  union all
  select 'expense'::text, null::uuid, p.expense_goal_id, sum(p.amount)::bigint
    from jsonb_to_recordset(splits) as p (amount bigint, expense_goal_id uuid)
    where p.expense_goal_id is not null group by p.expense_goal_id;
end;

create or replace function add_to_rollups(changes rollup_change[]) returns void language plpgsql as $$
begin
  with cells as (
    select household_id, account_id, category_id, expense_goal_id, merchant, currency, booked_at, facet as part,
      sum(sign) as transactions,
      sum(sign) filter (where type = 'expense') as expenses,
      sum(sign) filter (where type = 'income') as incomes,
      sum(sign) filter (where type = 'transfer') as transfers,
      sum(sign * amount) filter (where type = 'expense' and amount < 0) as spent,
      sum(sign * amount) filter (where type = 'expense' and amount > 0) as refunded,
      sum(sign * amount) filter (where type = 'income') as income,
      sum(sign * amount) filter (where type = 'transfer') as transfer
    from unnest(changes)
    group by 1, 2, 3, 4, 5, 6, 7, 8
  )
  insert into transaction_rollups as r
  select household_id, facet, facet_key, grain, start, currency,
    coalesce(sum(transactions), 0), coalesce(sum(expenses), 0),
    coalesce(sum(incomes), 0), coalesce(sum(transfers), 0), coalesce(sum(spent), 0),
    coalesce(sum(refunded), 0), coalesce(sum(income), 0), coalesce(sum(transfer), 0)
  from cells
  -- The changes of parts have no account and no merchant, and the whole of a split transaction no Expense.
  cross join lateral (values
    ('all', case when part is null or part = 'whole' then '' end),
    ('account', account_id::text),
    ('category', case when part is null or part = 'category' then coalesce(category_id::text, '') end),
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

-- Each function reads the rows that are not split as before, and those that are split a second time for their parts.
create or replace function roll_up_added() returns trigger language plpgsql as $$
begin
  perform count_changes(array_agg(row(household_id, account_id, category_id, expense_goal_id, merchant,
    currency, booked_at, type, amount, 1, facet)::rollup_change), max(abs(amount)))
  from (
    select household_id, account_id, case when splits is null then category_id end as category_id,
      case when splits is null then expense_goal_id end as expense_goal_id, merchant, currency, booked_at, type,
      amount, case when splits is not null then 'whole' end as facet
    from added where visible
    union all
    select a.household_id, null, p.category_id, p.expense_goal_id, null, a.currency, a.booked_at, a.type,
      p.amount, p.facet
    from added a cross join lateral split_changes(a.splits) p where a.visible and a.splits is not null
  ) changes
  having count(*) > 0;
  return null;
end $$;

create or replace function roll_up_removed() returns trigger language plpgsql as $$
begin
  perform count_changes(array_agg(row(household_id, account_id, category_id, expense_goal_id, merchant,
    currency, booked_at, type, amount, -1, facet)::rollup_change), max(abs(amount)))
  from (
    select household_id, account_id, case when splits is null then category_id end as category_id,
      case when splits is null then expense_goal_id end as expense_goal_id, merchant, currency, booked_at, type,
      amount, case when splits is not null then 'whole' end as facet
    from removed where visible
    union all
    select r.household_id, null, p.category_id, p.expense_goal_id, null, r.currency, r.booked_at, r.type,
      p.amount, p.facet
    from removed r cross join lateral split_changes(r.splits) p where r.visible and r.splits is not null
  ) changes
  having count(*) > 0;
  return null;
end $$;

create or replace function roll_up_changed() returns trigger language plpgsql as $$
begin
  perform count_changes(array_agg(row(household_id, account_id, category_id, expense_goal_id, merchant,
    currency, booked_at, type, amount, sign, facet)::rollup_change), max(abs(amount)))
  from (
    select household_id, account_id, category_id, expense_goal_id, merchant, currency, booked_at, type, amount, facet,
      sum(sign)::integer as sign
    from (
      select household_id, account_id, case when splits is null then category_id end as category_id,
        case when splits is null then expense_goal_id end as expense_goal_id, merchant, currency, booked_at, type,
        amount, case when splits is not null then 'whole' end as facet, sign
      from (
        select removed.*, -1 as sign from removed where visible
        union all
        select added.*, 1 from added where visible
      ) both_sides
      union all
      select s.household_id, null, p.category_id, p.expense_goal_id, null, s.currency, s.booked_at, s.type,
        p.amount, p.facet, s.sign
      from (
        select removed.*, -1 as sign from removed where visible and splits is not null
        union all
        select added.*, 1 from added where visible and splits is not null
      ) s cross join lateral split_changes(s.splits) p
    ) whole_and_parts
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 having sum(sign) <> 0
  ) changes
  having count(*) > 0;
  return null;
end $$;

create or replace view transaction_totals as
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
    ('all', case when c.facet is null or c.facet = 'whole' then '' end),
    ('account', c.account_id::text),
    ('category', case when c.facet is null or c.facet = 'category' then coalesce(c.category_id::text, '') end),
    ('expense', c.expense_goal_id::text),
    ('merchant', c.merchant)) f (facet, facet_key)
  cross join lateral (values
    ('ever', '-infinity'::date),
    ('month', date_trunc('month', c.booked_at::timestamp)::date),
    ('day', c.booked_at)) g (grain, start)
  where f.facet_key is not null and not (f.facet = 'merchant' and g.grain = 'ever');
