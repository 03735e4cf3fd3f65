-- Locks of people, security events of the instance, and limits of the API that an operator raises.

-- Since when the operator keeps a person out; null: not at all. Nobody signs in to a locked account.
alter table persons add column locked_at timestamptz;

-- The same for each membership of the person: the keys and devices of a locked member are refused. It is stored twice, so
-- that admitting a request reads no further table.
alter table members add column locked_at timestamptz;

-- Security events that concern no single person: commands of the operator.
create table instance_events (
  id uuid primary key,
  at timestamptz not null,
  action text not null check (action <> ''),
  -- Further facts, never a secret.
  detail text not null
);
-- Finds rows to prune, and the latest.
create index instance_events_by_age on instance_events (at);

-- Admits the requests that wait at one moment: for each, finds the key and counts the request in both of its windows, or
-- in neither. Rows are locked in one order (household, key, address), so any number of processes count exactly and never
-- deadlock. `key_id` is null in the answer to a request without a valid key.
-- A window that begins at most its own length ahead was opened by a process whose clock runs fast, or by this process
-- before its clock was set back. It keeps counting; otherwise two clocks would empty it in turns. A window further ahead
-- is a mistake and is restarted.
-- `p_limits`: key per minute (standard), household per hour (standard, premium), address per minute, address per hour, key
-- per minute (premium). A process of the version before passes no sixth, until it is replaced.
-- The settings fix the plan. Planning again for each number of requests takes longer than admitting them. For small tables
-- the planner prefers sequential scans and hash joins, which cost more than everything else here; a few keys are looked up
-- in indexes at any size. The tables are joined in the order of the text, from a key to its household: before the tables
-- were analyzed, the planner chose an order that cost five times as much.
create or replace function admit(
  p_now timestamptz, p_public_ids text[], p_digests bytea[], p_addresses text[], p_limits integer[])
returns table (
  n integer, household_id uuid, key_id uuid, member_id uuid, scopes text[], expires_at timestamptz,
  plan text, standing text, timezone text, currency text,
  minute_limit integer, minute_used integer, hour_limit integer, hour_used integer, refused text
)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
set join_collapse_limit = 1
as $$
declare
  this_minute constant timestamptz := date_trunc('minute', p_now);
  this_hour constant timestamptz := date_trunc('hour', p_now, 'UTC');
  next_minute constant timestamptz := this_minute + interval '1 minute';
  next_hour constant timestamptz := this_hour + interval '1 hour';
  r record;
  at_household uuid;
  at_key uuid;
  at_address text;
  minute_count integer;
  hour_count integer;
  answered integer[] := '{}';
  key_households uuid[] := '{}'; key_ids uuid[] := '{}'; key_counts integer[] := '{}';
  household_ids uuid[] := '{}'; household_counts integer[] := '{}';
  addresses text[] := '{}'; address_minutes integer[] := '{}'; address_hours integer[] := '{}';
begin
  for r in
    select c.n, k.household_id, k.id, k.member_id, k.scopes, k.expires_at, h.plan, h.standing, h.timezone,
      h.currency,
      case when h.plan = 'premium' or h.standing = 'trialing' then p_limits[3] else p_limits[2] end as hour_limit,
      case when h.plan = 'premium' or h.standing = 'trialing' then coalesce(p_limits[6], p_limits[1])
        else p_limits[1] end as key_limit,
      case when kw.minute between this_minute and next_minute then kw.used else 0 end as key_used,
      case when hw.hour between this_hour and next_hour then hw.used else 0 end as household_used
    from unnest(p_public_ids, p_digests) with ordinality c (public_id, digest, n)
    join key_lookup l on l.public_id = c.public_id
    join api_keys k on k.household_id = l.household_id and k.id = l.key_id
      and k.digest = c.digest and k.revoked_at is null and k.expires_at > p_now
    join members m on m.household_id = k.household_id and m.id = k.member_id and m.removed_at is null
      and m.locked_at is null
    join households h on h.household_id = k.household_id
    join household_windows hw on hw.household_id = k.household_id
    join key_windows kw on kw.household_id = k.household_id and kw.key_id = k.id
    order by k.household_id, k.id, c.n
    for no key update of hw, kw
  loop
    if at_household is distinct from r.household_id then
      at_household := r.household_id;
      hour_count := r.household_used;
      household_ids := household_ids || r.household_id;
      household_counts := household_counts || hour_count;
    end if;
    if at_key is distinct from r.id then
      at_key := r.id;
      minute_count := r.key_used;
      key_households := key_households || r.household_id;
      key_ids := key_ids || r.id;
      key_counts := key_counts || minute_count;
    end if;
    refused := case when hour_count >= r.hour_limit then 'hour' when minute_count >= r.key_limit then 'minute' end;
    if refused is null then
      hour_count := hour_count + 1;
      minute_count := minute_count + 1;
      household_counts[cardinality(household_counts)] := hour_count;
      key_counts[cardinality(key_counts)] := minute_count;
    end if;
    n := r.n; household_id := r.household_id; key_id := r.id; member_id := r.member_id; scopes := r.scopes;
    expires_at := r.expires_at; plan := r.plan; standing := r.standing; timezone := r.timezone;
    currency := r.currency; minute_limit := r.key_limit; minute_used := minute_count;
    hour_limit := r.hour_limit; hour_used := hour_count;
    answered := answered || n;
    return next;
  end loop;
  if cardinality(key_ids) > 0 then
    update household_windows w set used = c.used,
        hour = case when w.hour = next_hour then next_hour else this_hour end
      from unnest(household_ids, household_counts) c (household_id, used)
      where w.household_id = c.household_id;
    update key_windows w set used = c.used, last_used_at = p_now,
        minute = case when w.minute = next_minute then next_minute else this_minute end
      from unnest(key_households, key_ids, key_counts) c (household_id, key_id, used)
      where w.household_id = c.household_id and w.key_id = c.key_id;
  end if;
  if cardinality(answered) = cardinality(p_addresses) then
    return;
  end if;

  household_id := null; key_id := null; member_id := null; scopes := null; expires_at := null; plan := null;
  standing := null; timezone := null; currency := null; minute_limit := p_limits[4]; hour_limit := p_limits[5];
  -- Writes nothing where the row is there, but locks it: nobody prunes it before it is counted on.
  insert into address_windows as w
    select distinct on (c.address) c.address, this_minute, 0, this_hour, 0
    from unnest(p_addresses) with ordinality c (address, n)
    where c.n <> all (answered) order by c.address
    on conflict (address) do update set hour = w.hour where false;
  for r in
    select c.n, c.address,
      case when w.minute between this_minute and next_minute then w.minute_used else 0 end as minute_used,
      case when w.hour between this_hour and next_hour then w.hour_used else 0 end as hour_used
    from unnest(p_addresses) with ordinality c (address, n)
    join address_windows w on w.address = c.address
    where c.n <> all (answered)
    order by c.address, c.n
    for no key update of w
  loop
    if at_address is distinct from r.address then
      at_address := r.address;
      minute_count := r.minute_used;
      hour_count := r.hour_used;
      addresses := addresses || r.address;
      address_minutes := address_minutes || minute_count;
      address_hours := address_hours || hour_count;
    end if;
    refused := case when hour_count >= p_limits[5] then 'hour' when minute_count >= p_limits[4] then 'minute' end;
    if refused is null then
      hour_count := hour_count + 1;
      minute_count := minute_count + 1;
      address_minutes[cardinality(address_minutes)] := minute_count;
      address_hours[cardinality(address_hours)] := hour_count;
    end if;
    n := r.n; minute_used := minute_count; hour_used := hour_count;
    return next;
  end loop;
  update address_windows w set minute_used = c.minutes, hour_used = c.hours,
      minute = case when w.minute = next_minute then next_minute else this_minute end,
      hour = case when w.hour = next_hour then next_hour else this_hour end
    from unnest(addresses, address_minutes, address_hours) c (address, minutes, hours)
    where w.address = c.address;
end $$;
