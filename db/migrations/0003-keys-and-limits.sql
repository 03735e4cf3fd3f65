-- Keys of the public API, the log of their requests, and the limits that requests count against.

-- A personal API key of a member.
create table api_keys (
  household_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  name text not null,
  -- The part of the key that may be shown again. Of the secret part, only the digest is stored.
  public_id text not null,
  digest bytea not null check (octet_length(digest) = 32),
  scopes text[] not null check (scopes in ('{data.read}', '{data.read,data.write}')),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null,
  primary key (household_id, id),
  foreign key (household_id, member_id) references members
);
-- Find keys to prune.
create index api_keys_revoked on api_keys (revoked_at) where revoked_at is not null;
create index api_keys_by_expiry on api_keys (expires_at);

-- Leads from a presented key to its household. It does not begin with the household, because none is known yet.
create table key_lookup (
  public_id text primary key,
  household_id uuid not null,
  key_id uuid not null,
  foreign key (household_id, key_id) references api_keys on delete cascade
);

-- The last use of a key, and the number of its requests on that day.
create table key_usage (
  household_id uuid not null,
  key_id uuid not null,
  last_used_at timestamptz not null,
  address text not null,
  agent text not null,
  day date not null,
  requests integer not null check (requests >= 0),
  primary key (household_id, key_id),
  foreign key (household_id, key_id) references api_keys on delete cascade
) with (fillfactor = 50);

-- The latest requests to the public API. A request's id begins with its time, so the primary key is also the order.
create table request_log (
  household_id uuid not null references households,
  request_id text not null,
  member_id uuid not null,
  key_id uuid not null,
  at timestamptz not null,
  method text not null,
  path text not null,
  query text not null,
  status smallint not null,
  code text,
  milliseconds integer not null,
  headers jsonb not null,
  limits jsonb,
  body text,
  answer text,
  primary key (household_id, request_id)
);
-- Finds rows to prune.
create index request_log_by_age on request_log (at);

-- Rate windows, aligned to the clock. A row is reused for every window, so these tables do not grow with time.
create table household_windows (
  household_id uuid primary key references households on delete cascade,
  hour timestamptz not null,
  used integer not null check (used >= 0)
) with (fillfactor = 50);

create table key_windows (
  household_id uuid not null,
  key_id uuid not null,
  minute timestamptz not null,
  used integer not null check (used >= 0),
  last_used_at timestamptz,
  primary key (household_id, key_id),
  foreign key (household_id, key_id) references api_keys on delete cascade
) with (fillfactor = 50);

-- Requests without a valid key count against the address that they come from.
create table address_windows (
  address text primary key,
  minute timestamptz not null,
  minute_used integer not null check (minute_used >= 0),
  hour timestamptz not null,
  hour_used integer not null check (hour_used >= 0)
) with (fillfactor = 50);

-- Admits the requests that wait at one moment: for each, finds the key and counts the request in both of its windows, or
-- in neither. Rows are locked in one order (household, key, address), so any number of processes count exactly and never
-- deadlock. `key_id` is null in the answer to a request without a valid key.
-- A window that begins at most its own length ahead was opened by a process whose clock runs fast, or by this process
-- before its clock was set back. It keeps counting; otherwise two clocks would empty it in turns. A window further ahead
-- is a mistake and is restarted.
-- `p_limits`: key per minute, household per hour (standard, premium), address per minute, address per hour.
-- The settings fix the plan. Planning again for each number of requests takes longer than admitting them. For small tables
-- the planner prefers sequential scans and hash joins, which cost more than everything else here; a few keys are looked up
-- in indexes at any size. The tables are joined in the order of the text, from a key to its household: before the tables
-- were analyzed, the planner chose an order that cost five times as much.
create function admit(
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
      case when kw.minute between this_minute and next_minute then kw.used else 0 end as key_used,
      case when hw.hour between this_hour and next_hour then hw.used else 0 end as household_used
    from unnest(p_public_ids, p_digests) with ordinality c (public_id, digest, n)
    join key_lookup l on l.public_id = c.public_id
    join api_keys k on k.household_id = l.household_id and k.id = l.key_id
      and k.digest = c.digest and k.revoked_at is null and k.expires_at > p_now
    join members m on m.household_id = k.household_id and m.id = k.member_id and m.removed_at is null
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
    refused := case when hour_count >= r.hour_limit then 'hour' when minute_count >= p_limits[1] then 'minute' end;
    if refused is null then
      hour_count := hour_count + 1;
      minute_count := minute_count + 1;
      household_counts[cardinality(household_counts)] := hour_count;
      key_counts[cardinality(key_counts)] := minute_count;
    end if;
    n := r.n; household_id := r.household_id; key_id := r.id; member_id := r.member_id; scopes := r.scopes;
    expires_at := r.expires_at; plan := r.plan; standing := r.standing; timezone := r.timezone;
    currency := r.currency; minute_limit := p_limits[1]; minute_used := minute_count;
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
