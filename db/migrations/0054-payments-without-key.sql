-- A payment without an Idempotency-Key is recorded by one statement as well: most programs send none. Both functions are as before,
-- but without a key they claim none and store no answer.

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
    if p_key is not null then
      -- Held by another request for long, the key is in progress (`platform/idempotency/with-idempotency-key.ts`).
      timeout := set_config('lock_timeout', '2s', true);
      insert into idempotency_keys (household_id, key, fingerprint, status, body, request_id, created_at)
      values (p_household, p_key, p_fingerprint, 200, answer, p_request, p_now) on conflict do nothing;
      if not found then return null; end if;
      timeout := set_config('lock_timeout', '15s', true);
    end if;
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

create or replace function record_payments(p_payments json) returns table (n integer, line text)
language plpgsql rows 4 set plan_cache_mode = force_generic_plan set lock_timeout = '100ms' as $$
#variable_conflict use_column
declare
  held uuid[];
begin
  select array_agg(l.household_id) into held from (
    select h.household_id from households h
    where h.household_id in (select g.household from json_to_recordset(p_payments) g (household uuid))
    order by h.household_id for no key update skip locked) l;
  return query
  with given as materialized (
    select g.* from json_to_recordset(p_payments) g (n integer, household uuid, key text, fingerprint bytea, request text,
      now timestamptz, id uuid, account uuid, amount bigint, concept text, booked date, type text, category uuid,
      notes text, merchant text)
    where g.household = any (held)
  ), ready as materialized (
    -- The line has the columns of `budget/transactions/row.ts`.
    select g.*, a.currency, exists (select from notice_watches w where w.household_id = g.household) as is_watched,
      (select row_to_json(p)::text from (
        select g.id, g.account as account_id, g.concept, null::text as original_concept, g.amount, a.currency,
          g.booked as booked_at, g.type, 'booked' as status, g.category as category_id, null::uuid as expense_goal_id,
          g.notes, 'manual' as provider, null::text as external_id, '[]'::jsonb as splits,
          to_char(g.now, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
          to_char(g.now, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at, null::text as deleted_at) p) as line
    from given g
    join households h on h.household_id = g.household and h.standing <> 'moving' and (h.due_at is null or h.due_at > g.now)
    join accounts a on a.household_id = g.household and a.id = g.account and not a.hidden and a.closed_at is null
    where (g.category is null
        or exists (select from categories c where c.household_id = g.household and c.id = g.category))
      and not exists (select from transactions k where k.household_id = g.household and k.idempotency_key = g.key)
      and not exists (select from webhooks w where w.household_id = g.household)
      and not (g.type = 'income' and g.amount > 0
        and exists (select from payday_waits w where w.household_id = g.household))
      and (not exists (select from expenses e where e.household_id = g.household and e.archived_at is null)
        or not (exists (select from expenses e where e.household_id = g.household
              and e.card_account_id = g.account and e.archived_at is null)
          or exists (select from category_rules r where r.household_id = g.household and r.expense_id is not null)
          or exists (select from expense_payees y where y.household_id = g.household and y.merchant = g.merchant)
          or exists (select from transactions d where d.household_id = g.household and d.merchant = g.merchant
            and d.deleted_at is null and d.splits is null
            and (d.expense_goal_id is not null or 'expense_goal_id' = any (d.edited)))))
  ), claimed as (
    insert into idempotency_keys (household_id, key, fingerprint, status, body, request_id, created_at)
    select household, key, fingerprint, 200, line, request, now from ready where key is not null on conflict do nothing
    returning household_id, key
  ), payments as materialized (
    select r.*, row_number() over (partition by r.household order by r.n) as step
    from ready r where r.key is null
      or exists (select from claimed c where c.household_id = r.household and c.key = r.key)
  ), raised as (
    update households h set revision = h.revision + p.number
    from (select household, max(step) as number from payments group by 1) p
    where h.household_id = p.household
    returning h.household_id, h.revision - p.number as before
  ), watched as (
    update notice_watches w set look_at = least(w.look_at, greatest(w.rests_until, p.now))
    from (select household, max(now) as now from payments where is_watched group by 1) p
    where w.household_id = p.household
  ), moved as (
    update accounts a set balance = a.balance + p.total, balance_at = p.now, updated_at = p.now
    from (select household, account, sum(amount)::bigint as total, max(now) as now from payments group by 1, 2) p
    where a.household_id = p.household and a.id = p.account
  ), added as (
    insert into transactions (household_id, id, account_id, amount, currency, concept, booked_at, type, status,
      category_id, notes, merchant, provider, edited, idempotency_key, revision, created_at, updated_at, history, hidden)
    select p.household, p.id, p.account, p.amount, p.currency, p.concept, p.booked, p.type, 'booked',
      p.category, p.notes, p.merchant, 'manual', '{}', p.key, r.before + p.step, p.now, p.now, false, false
    from payments p join raised r on r.household_id = p.household order by p.n
  )
  select g.n, p.line from given g left join payments p on p.n = g.n;
end $$;
