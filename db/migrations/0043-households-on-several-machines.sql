-- Citus keeps the households of one database on several machines. It does not carry out some of the schema before this.

-- It refuses keys that set one column of a pair to null. The statement that deletes the account of a schedule sets it to null
-- itself (`sources/banks/sync/relink.ts`). Connections are only deleted with their household.
alter table accounts drop constraint accounts_household_id_connection_id_fkey,
  add constraint accounts_household_id_connection_id_fkey
    foreign key (household_id, connection_id) references connections (household_id, id);
alter table funding_schedules drop constraint funding_schedules_household_id_account_id_fkey,
  add constraint funding_schedules_household_id_account_id_fkey
    foreign key (household_id, account_id) references accounts (household_id, id);

-- It does not delete the rows of a table outside with those of a household. Each statement that deletes keys, devices and
-- feeds deletes what finds them.
alter table key_lookup drop constraint key_lookup_household_id_key_id_fkey;
alter table wallet_lookup drop constraint wallet_lookup_household_id_device_id_fkey;
alter table calendar_feed_lookup drop constraint calendar_feed_lookup_household_id_feed_id_fkey;

-- Admission in two parts, as `admit` does both at once: the requests of one household, which concern one machine, and those
-- of addresses. `p_ns` are the numbers of the requests, which the answers repeat; a request without an answer has no valid
-- key, and one with `outside_key_id` alone was made from elsewhere than its key allows.
create function admit_household(
  p_now timestamptz, p_household uuid, p_ns integer[], p_key_ids uuid[], p_digests bytea[], p_limits integer[],
  p_origins inet[])
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
#variable_conflict use_column
declare
  this_minute constant timestamptz := date_trunc('minute', p_now);
  this_hour constant timestamptz := date_trunc('hour', p_now, 'UTC');
  next_minute constant timestamptz := this_minute + interval '1 minute';
  next_hour constant timestamptz := this_hour + interval '1 hour';
  r record;
  at_key uuid;
  minute_count integer;
  hour_count integer;
  key_ids uuid[] := '{}'; key_counts integer[] := '{}';
begin
  for r in
    select c.n, k.id, k.member_id, k.scopes, k.expires_at, h.plan, h.standing, h.timezone,
      h.currency, k.grants, h.revision || ' ' || h.xmin || ' ' || h.processed_through as state,
      k.allowed_from is not null and c.origin <<= any (k.allowed_from) is not true as is_outside,
      case when h.plan = 'premium' or h.standing = 'trialing' then p_limits[3] else p_limits[2] end as hour_limit,
      case when h.plan = 'premium' or h.standing = 'trialing' then coalesce(p_limits[6], p_limits[1])
        else p_limits[1] end as key_limit,
      case when kw.minute between this_minute and next_minute then kw.used else 0 end as key_used,
      case when hw.hour between this_hour and next_hour then hw.used else 0 end as household_used
    from unnest(p_ns, p_key_ids, p_digests, p_origins) c (n, key_id, digest, origin)
    join api_keys k on k.household_id = p_household and k.id = c.key_id
      and k.digest = c.digest and k.revoked_at is null and k.expires_at > p_now
    join members m on m.household_id = p_household and m.id = k.member_id and m.removed_at is null
      and m.locked_at is null
    join households h on h.household_id = p_household
    join household_windows hw on hw.household_id = p_household
    join key_windows kw on kw.household_id = p_household and kw.key_id = k.id
    order by k.id, c.n
    for no key update of hw, kw
  loop
    n := r.n;
    if r.is_outside then
      household_id := null; key_id := null;
      outside_household_id := p_household; outside_key_id := r.id;
      return next;
      continue;
    end if;
    hour_count := coalesce(hour_count, r.household_used);
    if at_key is distinct from r.id then
      at_key := r.id;
      minute_count := r.key_used;
      key_ids := key_ids || r.id;
      key_counts := key_counts || minute_count;
    end if;
    refused := case when hour_count >= r.hour_limit then 'hour' when minute_count >= r.key_limit then 'minute' end;
    if refused is null then
      hour_count := hour_count + 1;
      minute_count := minute_count + 1;
      key_counts[cardinality(key_counts)] := minute_count;
    end if;
    household_id := p_household; key_id := r.id; member_id := r.member_id; scopes := r.scopes;
    expires_at := r.expires_at; plan := r.plan; standing := r.standing; timezone := r.timezone;
    currency := r.currency; minute_limit := r.key_limit; minute_used := minute_count;
    hour_limit := r.hour_limit; hour_used := hour_count; grants := r.grants; household_state := r.state;
    outside_household_id := null; outside_key_id := null;
    return next;
  end loop;
  if cardinality(key_ids) > 0 then
    update household_windows w set used = hour_count,
        hour = case when w.hour = next_hour then next_hour else this_hour end
      where w.household_id = p_household;
    update key_windows w set used = c.used, last_used_at = p_now,
        minute = case when w.minute = next_minute then next_minute else this_minute end
      from unnest(key_ids, key_counts) c (key_id, used)
      where w.household_id = p_household and w.key_id = c.key_id;
  end if;
end $$;

create function admit_addresses(p_now timestamptz, p_ns integer[], p_addresses text[], p_limits integer[])
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
#variable_conflict use_column
declare
  this_minute constant timestamptz := date_trunc('minute', p_now);
  this_hour constant timestamptz := date_trunc('hour', p_now, 'UTC');
  next_minute constant timestamptz := this_minute + interval '1 minute';
  next_hour constant timestamptz := this_hour + interval '1 hour';
  r record;
  at_address text;
  minute_count integer;
  hour_count integer;
  addresses text[] := '{}'; address_minutes integer[] := '{}'; address_hours integer[] := '{}';
begin
  minute_limit := p_limits[4]; hour_limit := p_limits[5];
  -- Writes nothing where the row is there, but locks it: nobody prunes it before it is counted on.
  insert into address_windows as w
    select distinct on (c.address) c.address, this_minute, 0, this_hour, 0
    from unnest(p_addresses) c (address) order by c.address
    on conflict (address) do update set hour = w.hour where false;
  for r in
    select c.n, c.address,
      case when w.minute between this_minute and next_minute then w.minute_used else 0 end as used_in_minute,
      case when w.hour between this_hour and next_hour then w.hour_used else 0 end as used_in_hour
    from unnest(p_ns, p_addresses) c (n, address)
    join address_windows w on w.address = c.address
    order by c.address, c.n
    for no key update of w
  loop
    if at_address is distinct from r.address then
      at_address := r.address;
      minute_count := r.used_in_minute;
      hour_count := r.used_in_hour;
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
