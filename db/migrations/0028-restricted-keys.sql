-- Restricted keys, the addresses and places of keys, and sealed URLs of webhooks.

alter table api_keys
  -- The permissions of a restricted key, such as `accounts:read`; null: all that its scopes allow.
  add column grants text[] check (cardinality(grants) > 0),
  -- The networks from which the key may be used; null: from anywhere.
  add column allowed_from cidr[] check (cardinality(allowed_from) > 0);

-- The networks from which each key was used. The first use from a new one is an alert.
create table key_places (
  household_id uuid not null,
  key_id uuid not null,
  -- An IPv4 address or the IPv6 network of one subscriber, as requests are counted.
  network text not null check (network <> ''),
  agent text not null,
  first_at timestamptz not null,
  -- False for the place where the key was created.
  alerted boolean not null,
  -- When its member dismissed the alert.
  seen_at timestamptz,
  primary key (household_id, key_id, network),
  foreign key (household_id, key_id) references api_keys on delete cascade
);
-- Finds alerts that nobody has dismissed.
create index key_places_unseen on key_places (household_id, key_id) where alerted and seen_at is null;

-- Places that are known already are no alert after the upgrade.
insert into key_places (household_id, key_id, network, agent, first_at, alerted)
  select household_id, key_id, address, agent, last_used_at, false from key_usage where address <> '';

-- The name of the key, or another fact of an event, never a secret; null without one.
alter table person_events add column detail text;

-- A webhook's URL often contains a secret, so it is stored sealed, and its host beside it. `url` holds that of a row of an
-- earlier version until a server seals it: PostgreSQL does not know the master secret.
alter table webhooks alter column url drop not null;
alter table webhooks
  add column sealed_url bytea,
  add column host text,
  add check ((url is null) <> (sealed_url is null)),
  add check ((sealed_url is null) = (host is null));
-- Earlier answers about webhooks show their URLs.
update request_log set answer = null where answer is not null and path like '/v1/webhooks%';

-- Admits the requests that wait at one moment: for each, finds the key and counts the request in both of its windows, or
-- in neither. Rows are locked in one order (household, key, address), so any number of processes count exactly and never
-- deadlock. `key_id` is null in the answer to a request without a valid key.
-- A window that begins at most its own length ahead was opened by a process whose clock runs fast, or by this process
-- before its clock was set back. It keeps counting; otherwise two clocks would empty it in turns. A window further ahead
-- is a mistake and is restarted.
-- `p_limits`: key per minute (standard), household per hour (standard, premium), address per minute, address per hour, key
-- per minute (premium).
-- `p_origins`: the whole address of each request, null if it has none. A key that is used from elsewhere than its allowed
-- addresses is treated as an unknown one, and counts against the address: otherwise a thief could use up the household's
-- limits. `outside_key_id` says which key it was, for the log.
-- A process of the version before passes no sixth limit and no origins, until it is replaced. It does not know
-- restrictions, so restricted keys are unknown to it.
-- The settings fix the plan. Planning again for each number of requests takes longer than admitting them. For small tables
-- the planner prefers sequential scans and hash joins, which cost more than everything else here; a few keys are looked up
-- in indexes at any size. The tables are joined in the order of the text, from a key to its household: before the tables
-- were analyzed, the planner chose an order that cost five times as much.
drop function admit(timestamptz, text[], bytea[], text[], integer[]);
create function admit(
  p_now timestamptz, p_public_ids text[], p_digests bytea[], p_addresses text[], p_limits integer[],
  p_origins inet[] default null)
returns table (
  n integer, household_id uuid, key_id uuid, member_id uuid, scopes text[], expires_at timestamptz,
  plan text, standing text, timezone text, currency text,
  minute_limit integer, minute_used integer, hour_limit integer, hour_used integer, refused text,
  grants text[], household_state text, outside_household_id uuid, outside_key_id uuid
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
  outside integer[] := '{}'; outside_households uuid[] := '{}'; outside_keys uuid[] := '{}';
  key_households uuid[] := '{}'; key_ids uuid[] := '{}'; key_counts integer[] := '{}';
  household_ids uuid[] := '{}'; household_counts integer[] := '{}';
  addresses text[] := '{}'; address_minutes integer[] := '{}'; address_hours integer[] := '{}';
begin
  for r in
    select c.n, k.household_id, k.id, k.member_id, k.scopes, k.expires_at, h.plan, h.standing, h.timezone,
      h.currency, k.grants, h.revision || ' ' || h.xmin || ' ' || h.processed_through as household_state,
      k.allowed_from is not null and c.origin <<= any (k.allowed_from) is not true as is_outside,
      case when h.plan = 'premium' or h.standing = 'trialing' then p_limits[3] else p_limits[2] end as hour_limit,
      case when h.plan = 'premium' or h.standing = 'trialing' then coalesce(p_limits[6], p_limits[1])
        else p_limits[1] end as key_limit,
      case when kw.minute between this_minute and next_minute then kw.used else 0 end as key_used,
      case when hw.hour between this_hour and next_hour then hw.used else 0 end as household_used
    from unnest(p_public_ids, p_digests, p_origins) with ordinality c (public_id, digest, origin, n)
    join key_lookup l on l.public_id = c.public_id
    join api_keys k on k.household_id = l.household_id and k.id = l.key_id
      and k.digest = c.digest and k.revoked_at is null and k.expires_at > p_now
      and (p_origins is not null or k.grants is null)
    join members m on m.household_id = k.household_id and m.id = k.member_id and m.removed_at is null
      and m.locked_at is null
    join households h on h.household_id = k.household_id
    join household_windows hw on hw.household_id = k.household_id
    join key_windows kw on kw.household_id = k.household_id and kw.key_id = k.id
    order by k.household_id, k.id, c.n
    for no key update of hw, kw
  loop
    if r.is_outside then
      outside := outside || r.n::integer;
      outside_households := outside_households || r.household_id;
      outside_keys := outside_keys || r.id;
      continue;
    end if;
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
    hour_limit := r.hour_limit; hour_used := hour_count; grants := r.grants;
    household_state := r.household_state;
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
  grants := null; household_state := null;
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
    outside_household_id := outside_households[array_position(outside, n)];
    outside_key_id := outside_keys[array_position(outside, n)];
    return next;
  end loop;
  update address_windows w set minute_used = c.minutes, hour_used = c.hours,
      minute = case when w.minute = next_minute then next_minute else this_minute end,
      hour = case when w.hour = next_hour then next_hour else this_hour end
    from unnest(addresses, address_minutes, address_hours) c (address, minutes, hours)
    where w.address = c.address;
end $$;
