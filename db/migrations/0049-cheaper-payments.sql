-- A payment recorded by hand took PostgreSQL ten statements and eight more in triggers; most of its time was beginning and ending
-- them, and reading constraints from their text. Here are fewer of both, with the same outcome.

-- PostgreSQL reads each `check` constraint from its stored text for every statement that writes the table, also for columns
-- that the statement leaves alone. These tables are written by every payment, so each has one constraint that calls a function,
-- which stays prepared. Like separate constraints, `and` accepts null and refuses false.

create function is_household(name text, kind text, plan text, standing text, currency text, floor bigint, revision bigint,
  date_format text, week_starts_on text, month_starts_on_day smallint, account_types text[]) returns boolean
immutable parallel safe language plpgsql as $$
begin
  return name <> ''
    and kind in ('personal', 'joint')
    and plan in ('free', 'standard', 'premium')
    and standing in ('trialing', 'active', 'trial_ended', 'lapsed', 'closed', 'moving')
    and currency ~ '^[A-Z]{3}$'
    and floor >= 0
    and revision >= 0
    and date_format in ('YYYY-MM-DD', 'DD/MM/YYYY', 'MM/DD/YYYY', 'DD.MM.YYYY')
    and week_starts_on in ('monday', 'sunday', 'saturday')
    and month_starts_on_day between 1 and 28
    and account_types <@ '{depository,wallet,investment,other}';
end $$;

-- The balance has a constraint of its own: its name says that sums are too large (`budget/transactions/constraints.ts`).
create function is_account(name text, type text, provider text, currency text, available_balance bigint, subscribed boolean,
  hidden boolean) returns boolean
immutable parallel safe language plpgsql as $$
begin
  return name <> ''
    and type in ('depository', 'credit', 'loan', 'investment', 'wallet', 'other')
    and provider in ('manual', 'provider_a', 'provider_b', 'provider_c', 'wallet', 'import')
    and currency ~ '^[A-Z]{3}$'
    and abs(available_balance) <= 100000000000000
    and (not hidden or not subscribed);
end $$;

-- `transactions_splits_sum` stays: a restore by `pg_restore` has no search path, so a function that it calls finds no function of ours.
create function is_transaction(amount bigint, concept text, notes text, type text, status text, provider text) returns boolean
immutable parallel safe language plpgsql as $$
begin
  return abs(amount) <= 1000000000000
    and concept <> ''
    and char_length(notes) <= 2000
    and type in ('expense', 'income', 'transfer')
    and status in ('pending', 'booked')
    and provider in ('manual', 'provider_a', 'provider_b', 'provider_c', 'wallet', 'import');
end $$;

alter table households
  drop constraint households_account_types_check,
  drop constraint households_currency_check,
  drop constraint households_date_format_check,
  drop constraint households_floor_check,
  drop constraint households_kind_check,
  drop constraint households_month_starts_on_day_check,
  drop constraint households_name_check,
  drop constraint households_plan_check,
  drop constraint households_revision_check,
  drop constraint households_standing_check,
  drop constraint households_week_starts_on_check,
  add constraint households_values check (is_household(name, kind, plan, standing, currency, floor, revision, date_format,
    week_starts_on, month_starts_on_day, account_types));

alter table accounts
  drop constraint accounts_available_balance_check,
  drop constraint accounts_check,
  drop constraint accounts_currency_check,
  drop constraint accounts_name_check,
  drop constraint accounts_provider_check,
  drop constraint accounts_type_check,
  add constraint accounts_values check (is_account(name, type, provider, currency, available_balance, subscribed, hidden));

alter table transactions
  drop constraint transactions_amount_check,
  drop constraint transactions_concept_check,
  drop constraint transactions_notes_check,
  drop constraint transactions_provider_check,
  drop constraint transactions_status_check,
  drop constraint transactions_type_check,
  add constraint transactions_values check (is_transaction(amount, concept, notes, type, status, provider));

-- The generated `text_key` calls these. A function in SQL is read and put into the expression again for every statement.
create or replace function search_text(concept text, original_concept text, notes text) returns text
immutable parallel safe language plpgsql as $$
begin
  return lower(concept || E'\n' || coalesce(original_concept, '') || E'\n' || coalesce(notes, ''));
end $$;

create or replace function text_digest(text text) returns bigint immutable parallel safe language plpgsql as $$
begin
  return hashtextextended(text, 0) & 9007199254740991;
end $$;

-- Adds numbers to those of a month, both as `transaction_rollups.days` has them. The tail adds the few of a day or two at a time,
-- so each is put into its place: summing and sorting all again took half the time of emptying the tail.
create function add_days(days bigint[], more bigint[]) returns bigint[] immutable parallel safe language plpgsql as $$
declare
  number bigint;
  low integer;
  high integer;
  middle integer;
begin
  if days is null then return more; end if;
  if cardinality(more) > 8 then
    return (select array_agg(n.number * 256 + code order by code) from (
      select d & 255 as code, sum(d >> 8)::bigint as number from unnest(days || more) d
      group by 1 having sum(d >> 8) <> 0) n);
  end if;
  foreach number in array more loop
    -- Finds the first place whose day is not before.
    low := 1;
    high := cardinality(days) + 1;
    while low < high loop
      middle := (low + high) / 2;
      if days[middle] & 255 < number & 255 then low := middle + 1; else high := middle; end if;
    end loop;
    if low > cardinality(days) or days[low] & 255 <> number & 255 then
      days := days[:low - 1] || number || days[low:];
    elsif days[low] >> 8 = -(number >> 8) then
      days := days[:low - 1] || days[low + 1:];
    else
      days[low] := days[low] + (number >> 8 << 8);
    end if;
  end loop;
  return nullif(days, '{}');
end $$;

-- As before, with `add_days`.
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
    days = add_days(r.days, excluded.days);
end $$;

-- As before, for one household: the statement that gathers the changes groups them by it.
drop function count_changes;
create function count_changes(household uuid, noted rollup_change[], largest bigint) returns void language plpgsql as $$
declare
  tail_max constant integer := 16;
  length integer;
begin
  if cardinality(noted) > tail_max / 2 or largest > 1000000000 then
    perform add_to_rollups(noted);
    return;
  end if;
  insert into rollup_tails as tail values (household, noted)
  on conflict (household_id) do update set changes = tail.changes || excluded.changes
  returning cardinality(tail.changes) into length;
  if length >= tail_max then
    select tail.changes into noted from rollup_tails tail where tail.household_id = household;
    perform add_to_rollups(noted);
    update rollup_tails tail set changes = '{}' where tail.household_id = household;
  end if;
end $$;

create or replace function roll_up_changed() returns trigger language plpgsql as $$
begin
  perform count_changes(household_id, array_agg(row(household_id, account_id, category_id, expense_goal_id, merchant,
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
  group by household_id order by household_id;
  return null;
end $$;

create or replace function roll_up_removed() returns trigger language plpgsql as $$
begin
  perform count_changes(household_id, array_agg(row(household_id, account_id, category_id, expense_goal_id, merchant,
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
  group by household_id order by household_id;
  return null;
end $$;

-- All that follows from the new transactions of one statement: their texts, their place in the rollups, and the cash of
-- accounts with pending ones. Three triggers did this before, and each read the new rows for itself.
create function follow_added() returns trigger language plpgsql as $$
declare
  household uuid;
  changes rollup_change[];
  largest bigint;
  keys bigint[];
  kept bigint[];
  missing text;
  has_splits boolean;
  has_pending boolean;
begin
  for household, changes, largest, keys, has_splits, has_pending in
    select household_id, array_agg(row(household_id, account_id, case when splits is null then category_id end,
        case when splits is null then expense_goal_id end, merchant, currency, booked_at, type, amount, 1,
        case when splits is not null then 'whole' end)::rollup_change),
      max(abs(amount)), array_agg(distinct text_key), bool_or(splits is not null), bool_or(status = 'pending' and amount < 0)
    from added where visible group by household_id order by household_id
  loop
    select coalesce(array_agg(x.text_key), '{}') into kept
    from transaction_texts x where x.household_id = household and x.text_key = any (keys);
    -- Most payments repeat an earlier text.
    if cardinality(kept) < cardinality(keys) then
      for missing in
        select distinct search_text(t.concept, t.original_concept, t.notes) from added t
        where t.household_id = household and t.visible and t.text_key not in (select unnest(kept))
      loop
        insert into transaction_texts (household_id, text) values (household, missing) on conflict do nothing;
      end loop;
    end if;
    if has_splits then
      select changes || array_agg(row(t.household_id, null, p.category_id, p.expense_goal_id, null, t.currency, t.booked_at,
          t.type, p.amount, 1, p.facet)::rollup_change),
        greatest(largest, max(abs(p.amount)))
      into changes, largest
      from added t cross join lateral split_changes(t.splits) p
      where t.household_id = household and t.visible and t.splits is not null;
    end if;
    perform count_changes(household, changes, largest);
    if has_pending then
      perform store_cash_levels(household, array_agg(distinct t.account_id), max(t.updated_at))
      from added t where t.household_id = household and t.visible and t.status = 'pending' and t.amount < 0;
    end if;
  end loop;
  return null;
end $$;

drop trigger transactions_added on transactions;
drop trigger transactions_logged_added on transactions;
drop trigger transactions_texts_added on transactions;
drop function roll_up_added, log_added_payments, keep_added_texts;
create trigger transactions_added after insert on transactions
  referencing new table as added for each statement execute function follow_added();

-- As before, with five statements instead of ten. The answer is known before anything is written, so the claim of the key stores
-- it at once: nobody sees the claim without the payment, since both are committed together. Settings are assignments, because
-- PL/pgSQL evaluates those without a statement.
create or replace function record_payment(
  p_household uuid, p_key text, p_fingerprint bytea, p_request text, p_now timestamptz, p_id uuid, p_account uuid,
  p_amount bigint, p_concept text, p_booked date, p_type text, p_category uuid, p_notes text, p_merchant text,
  p_edited text[]) returns text
language plpgsql as $$
declare
  seen bigint;
  reached bigint;
  is_ready boolean;
  is_begun boolean := false;
  is_watched boolean;
  money text;
  line text;
  answer text;
  timeout text;
begin
  loop
    -- A household whose days are due, webhooks, paydays that wait for this income, a card, or an Expense that it may be paid
    -- from: all these need more. The line has the columns of `budget/transactions/row.ts`; a test compares the two.
    select h.revision, exists (select from notice_watches w where w.household_id = p_household), a.currency,
      row_to_json(p)::text
    into seen, is_watched, money, line
    from households h
    join accounts a on a.household_id = p_household and a.id = p_account and not a.hidden and a.closed_at is null
    cross join lateral (
      select p_id as id, p_account as account_id, p_concept as concept, null::text as original_concept,
        p_amount as amount, a.currency, p_booked as booked_at, p_type as type, 'booked' as status,
        p_category as category_id, null::uuid as expense_goal_id, p_notes as notes, 'manual' as provider,
        null::text as external_id, '[]'::jsonb as splits,
        to_char(p_now, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
        to_char(p_now, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at, null::text as deleted_at) p
    where h.household_id = p_household and h.standing <> 'moving' and (h.due_at is null or h.due_at > p_now)
      and not exists (select from transactions k where k.household_id = p_household and k.idempotency_key = p_key)
      and not exists (select from webhooks w where w.household_id = p_household)
      and not (p_type = 'income' and p_amount > 0
        and exists (select from payday_waits w where w.household_id = p_household))
      and (not exists (select from expenses e where e.household_id = p_household and e.archived_at is null)
        or not (exists (select from expenses e where e.household_id = p_household
              and e.card_account_id = p_account and e.archived_at is null)
          or exists (select from category_rules r where r.household_id = p_household and r.expense_id is not null)
          or exists (select from expense_payees y where y.household_id = p_household and y.merchant = p_merchant)
          or exists (select from transactions d where d.household_id = p_household and d.merchant = p_merchant
            and d.deleted_at is null and d.splits is null
            and (d.expense_goal_id is not null or 'expense_goal_id' = any (d.edited)))));
    if not found and not is_begun then return null; end if;
    if not found or line <> answer then
      raise exception 'another write has changed what a payment needs' using errcode = 'serialization_failure';
    end if;
    exit when is_begun;
    answer := line;
    -- Held by another request for long, the key is in progress (`platform/idempotency/with-idempotency-key.ts`).
    timeout := set_config('lock_timeout', '2s', true);
    insert into idempotency_keys (household_id, key, fingerprint, status, body, request_id, created_at)
    values (p_household, p_key, p_fingerprint, 200, answer, p_request, p_now) on conflict do nothing;
    if not found then return null; end if;
    timeout := set_config('lock_timeout', '15s', true);
    update households set revision = revision + 1 where household_id = p_household
    returning revision, standing <> 'moving' and (due_at is null or due_at > p_now) into reached, is_ready;
    -- After another write in between, what was seen above is looked at again.
    exit when is_ready and reached = seen + 1;
    is_begun := true;
  end loop;
  -- Members begin to watch by a write of their own, so the revision above says that none has begun since.
  if is_watched then
    update notice_watches set look_at = least(look_at, greatest(rests_until, p_now)) where household_id = p_household;
  end if;
  update accounts set balance = balance + p_amount, balance_at = p_now, updated_at = p_now
  where household_id = p_household and id = p_account;
  insert into transactions (household_id, id, account_id, amount, currency, concept, booked_at, type, status,
    category_id, notes, merchant, provider, edited, idempotency_key, revision, created_at, updated_at, history, hidden)
  values (p_household, p_id, p_account, p_amount, money, p_concept, p_booked, p_type, 'booked',
    p_category, p_notes, p_merchant, 'manual', p_edited, p_key, reached, p_now, p_now, false, false);
  return answer;
end $$;
