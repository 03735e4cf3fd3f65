-- A connection to a bank aggregator, owned by the member who made it.
create table connections (
  household_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  provider text not null check (provider in ('provider_a', 'provider_b')),
  -- The provider's own id of the login, where it has one.
  external_item_id text,
  -- The access URL or token, sealed; never read outside a sync.
  secret bytea,
  status text not null check (status in
    ('healthy', 'degraded', 'reauth_required', 'payment_required', 'revoked', 'disconnected')),
  status_message text,
  throttled_until timestamptz,
  lease_until timestamptz,
  lease_owner text,
  -- Null: nothing is scheduled. `sync_requested_at`: a person asked, so the run may use the person's quota.
  next_sync_at timestamptz,
  sync_requested_at timestamptz,
  last_attempt_at timestamptz,
  last_success_at timestamptz,
  failures integer not null check (failures >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (household_id, id),
  unique (household_id, provider, external_item_id),
  foreign key (household_id, member_id) references members
);
create index connections_due on connections (next_sync_at) where next_sync_at is not null;

create table connection_institutions (
  household_id uuid not null,
  connection_id uuid not null,
  external_id text not null,
  name text not null,
  status text not null check (status in ('healthy', 'degraded', 'reauth_required')),
  message text,
  primary key (household_id, connection_id, external_id),
  foreign key (household_id, connection_id) references connections on delete cascade
);

-- One row a request that was sent: the provider's quota is a rolling day over them.
create table provider_requests (
  household_id uuid not null,
  connection_id uuid not null,
  id uuid not null,
  sent_at timestamptz not null,
  purpose text not null check (purpose in ('connect', 'discover', 'schedule', 'manual')),
  primary key (household_id, connection_id, id),
  foreign key (household_id, connection_id) references connections on delete cascade
);
create index provider_requests_by_time on provider_requests (household_id, connection_id, sent_at);

create table sync_runs (
  household_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  purpose text not null check (purpose in ('connect', 'schedule', 'manual')),
  started_at timestamptz not null,
  finished_at timestamptz,
  status text not null check (status in ('running', 'ok', 'nothing_to_do', 'failed')),
  requests integer not null,
  added integer not null,
  updated integer not null,
  removed integer not null,
  dropped integer not null,
  error_code text,
  error_message text,
  primary key (household_id, id),
  foreign key (household_id, connection_id) references connections on delete cascade
);
create index sync_runs_by_connection on sync_runs (household_id, connection_id, started_at desc);
