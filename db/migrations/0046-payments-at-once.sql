-- Records a payment by hand that needs nothing else, by one statement: the claim of its Idempotency-Key, the household's lock,
-- the account's balance, the payment and the stored answer. Returns the payment as the wire has it, or null if it has done
-- nothing, because the key is known already or the payment needs more (`budget/transactions/recording/record-at-once.ts`).
create function record_payment(
  p_household uuid, p_key text, p_fingerprint bytea, p_request text, p_now timestamptz, p_id uuid, p_account uuid,
  p_amount bigint, p_concept text, p_booked date, p_type text, p_category uuid, p_notes text, p_merchant text,
  p_edited text[]) returns text
language plpgsql as $$
declare
  seen bigint;
  reached bigint;
  is_ready boolean;
  is_begun boolean := false;
  money text;
  t record;
  line text;
begin
  loop
    -- A household whose days are due, webhooks, paydays that wait for this income, a card, or an Expense that it may be paid
    -- from: all these need more.
    select h.revision into seen from households h
    where h.household_id = p_household and h.standing <> 'moving' and (h.due_at is null or h.due_at > p_now)
      and exists (select from accounts a where a.household_id = p_household and a.id = p_account
        and not a.hidden and a.closed_at is null)
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
    if not found then
      raise exception 'another write has changed what a payment needs' using errcode = 'serialization_failure';
    end if;
    exit when is_begun;
    -- Held by another request for long, the key is in progress (`platform/idempotency/with-idempotency-key.ts`).
    perform set_config('lock_timeout', '2s', true);
    insert into idempotency_keys (household_id, key, fingerprint, request_id, created_at)
    values (p_household, p_key, p_fingerprint, p_request, p_now) on conflict do nothing;
    if not found then return null; end if;
    perform set_config('lock_timeout', '15s', true);
    update households set revision = revision + 1 where household_id = p_household
    returning revision, standing <> 'moving' and (due_at is null or due_at > p_now) into reached, is_ready;
    -- After another write in between, what was seen above is looked at again.
    exit when is_ready and reached = seen + 1;
    is_begun := true;
  end loop;
  update notice_watches set look_at = least(look_at, greatest(rests_until, p_now)) where household_id = p_household;
  update accounts set balance = balance + p_amount, balance_at = p_now, updated_at = p_now
  where household_id = p_household and id = p_account returning currency into money;
  insert into transactions (household_id, id, account_id, amount, currency, concept, booked_at, type, status,
    category_id, notes, merchant, provider, edited, idempotency_key, revision, created_at, updated_at, history, hidden)
  values (p_household, p_id, p_account, p_amount, money, p_concept, p_booked, p_type, 'booked',
    p_category, p_notes, p_merchant, 'manual', p_edited, p_key, reached, p_now, p_now, false, false)
  returning * into t;
  -- The columns of `budget/transactions/row.ts`; a test compares the two.
  select row_to_json(p)::text into line from (
    select t.id, t.account_id, t.concept, t.original_concept, t.amount, t.currency, t.booked_at, t.type, t.status,
      t.category_id, t.expense_goal_id, t.notes, t.provider, t.external_id, coalesce(t.splits, '[]') as splits,
      to_char(t.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
      to_char(t.updated_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at,
      to_char(t.deleted_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as deleted_at) p;
  update idempotency_keys set status = 200, body = line where household_id = p_household and key = p_key;
  return line;
end $$;

-- As before, by one statement for all but the first change of a quarter of an hour. The condition of the trigger is in the
-- function, which keeps it prepared: PostgreSQL reads a trigger's condition from its text for each statement.
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
  if new.balance = old.balance then return null; end if;
  -- Every recorded payment comes here. An account counts as before if only its balance has changed.
  update cash_levels l set cash = l.cash + new.balance - old.balance
  where l.household_id = new.household_id and l.account_id = new.id and l.counted_since is not null
    and l.quarter >= date_bin('15 minutes', new.updated_at, 'epoch')
    and l.quarter = (select max(o.quarter) from cash_levels o
      where o.household_id = new.household_id and o.account_id = new.id);
  if found then return null; end if;
  select l.quarter, l.cash, l.counted_since into last from cash_levels l
  where l.household_id = new.household_id and l.account_id = new.id order by l.quarter desc limit 1;
  if last.counted_since is not null then
    insert into cash_levels (household_id, account_id, quarter, cash, counted_since)
    values (new.household_id, new.id, date_bin('15 minutes', new.updated_at, 'epoch'),
      last.cash + new.balance - old.balance, last.counted_since);
  end if;
  return null;
end $$;

drop trigger accounts_logged_changed on accounts;
create trigger accounts_logged_changed
  after update of balance, type, subtype, currency, provider, subscribed, hidden, spendable on accounts
  for each row execute function log_account();
