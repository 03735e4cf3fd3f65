-- Records payments of several households and requests by one statement: under load a payment's share of its beginning and
-- ending is smaller than the payment. Same as `record_payment` for each, with its conditions; a test compares the two.
--
-- Returns a row for each payment whose household nobody else holds, with its number in the list and the payment as the wire has
-- it, or null if nothing was done, because its key is known already or it needs more. Payments of a household that another
-- transaction holds have no row: a wait for it would hold up all others. No key may occur twice, and no payment may
-- decide what pays for its payee, because the next one of that payee has to follow it. On a database that keeps households on
-- several machines a statement names one household, so there each payment is recorded alone.
--
-- The first statement locks, and the second one sees all that was committed until then. A repeat of a request that another
-- process carries out holds its key and may wait for the household, so nothing waits long for a key here either.
create function record_payments(p_payments json) returns table (n integer, line text)
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
    select household, key, fingerprint, 200, line, request, now from ready on conflict do nothing
    returning household_id, key
  ), payments as materialized (
    select r.*, row_number() over (partition by r.household order by r.n) as step
    from ready r join claimed c on c.household_id = r.household and c.key = r.key
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
