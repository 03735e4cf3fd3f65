-- Sources of payments: connections to banks and their imports, and devices that push.

-- A connection to a bank aggregator, owned by the member who made it.
create table connections (
  household_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  provider text not null check (provider in ('provider_a', 'provider_b')),
  -- The provider's own id of the login, if it has one.
  external_item_id text,
  -- The access URL or token, sealed; read only by imports and when the connection ends.
  secret bytea,
  status text not null check (status in
    ('healthy', 'degraded', 'reauth_required', 'payment_required', 'revoked', 'disconnected')),
  status_message text,
  throttled_until timestamptz,
  lease_until timestamptz,
  lease_owner text,
  -- Null: nothing is scheduled.
  next_sync_at timestamptz,
  -- Set when a person asked, so that the import may use the quota that is reserved for people.
  sync_requested_at timestamptz,
  last_attempt_at timestamptz,
  last_success_at timestamptz,
  failures integer not null check (failures >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Position in the provider's feed of changes, if it has one. Null: from the beginning.
  cursor text,
  -- When the bank's consent ends, if the provider reports it.
  consent_expires_at timestamptz,
  -- When the provider last notified us of news. A connection without notifications is polled more often.
  told_at timestamptz,
  -- The request that was counted last. A process that counts the next one must have seen it, so two processes cannot both
  -- take the last request of the quota, and neither waits for the other.
  last_request_id uuid,
  primary key (household_id, id),
  unique (household_id, provider, external_item_id),
  foreign key (household_id, member_id) references members
);
-- Finds the connections to import.
create index connections_due on connections (next_sync_at) where next_sync_at is not null;
-- Finds the connection that a provider's notification concerns.
create index connections_by_item on connections (external_item_id) where external_item_id is not null;

-- The banks behind a connection, each with its own state.
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

-- One row per request that was sent: the provider's quota is a rolling day over these rows.
create table provider_requests (
  household_id uuid not null,
  connection_id uuid not null,
  id uuid not null,
  sent_at timestamptz not null,
  purpose text not null check (purpose in ('connect', 'discover', 'schedule', 'manual')),
  primary key (household_id, connection_id, id),
  foreign key (household_id, connection_id) references connections on delete cascade
);
-- Counts the requests of the last day.
create index provider_requests_by_time on provider_requests (household_id, connection_id, sent_at);
-- Finds rows to prune.
create index provider_requests_by_age on provider_requests (sent_at);

-- The imports of a connection and their results.
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
-- Lists the imports of a connection, newest first.
create index sync_runs_by_connection on sync_runs (household_id, connection_id, started_at desc);
-- Finds rows to prune.
create index sync_runs_by_age on sync_runs (started_at);

-- Logins at Plaid whose household was deleted. Plaid is asked to end each of them until it confirms, because nothing else
-- ends its access and its price. A row refers to no household and no person.
create table ending_items (
  id uuid primary key,
  -- Sealed.
  secret bytea not null,
  tries integer not null,
  next_try_at timestamptz not null,
  created_at timestamptz not null
);
-- Finds the logins to try next.
create index ending_items_due on ending_items (next_try_at);

-- Phones and tablets that push what their wallets record. A device belongs to the member who holds it.
create table wallet_devices (
  household_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  name text not null check (name <> ''),
  -- The part of the token that may be shown again. Of the secret part, only the digest is stored.
  public_id text not null,
  digest bytea not null check (octet_length(digest) = 32),
  created_at timestamptz not null,
  revoked_at timestamptz,
  last_push_at timestamptz,
  -- The rate windows: the start of each, and the requests in it.
  minute timestamptz not null,
  minute_used integer not null,
  hour timestamptz not null,
  hour_used integer not null,
  -- The member who added the device, who may be another than its holder; null: the operator.
  made_by uuid,
  primary key (household_id, id),
  foreign key (household_id, member_id) references members,
  foreign key (household_id, made_by) references members
) with (fillfactor = 80);
-- Finds devices to prune.
create index wallet_devices_revoked on wallet_devices (revoked_at) where revoked_at is not null;

-- Leads from a presented token to its household, like `key_lookup`.
create table wallet_lookup (
  public_id text primary key,
  household_id uuid not null,
  device_id uuid not null,
  foreign key (household_id, device_id) references wallet_devices on delete cascade
);
