-- A destination of a member's choice for the household's new transactions (Spec, Webhook).
create table webhooks (
  household_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  name text not null check (name <> ''),
  url text not null,
  header_names text[] not null,
  -- All headers, names and values, sealed as one; null: there are none.
  headers bytea,
  -- The signing secret, sealed.
  secret bytea not null,
  enabled boolean not null,
  paused_reason text check (paused_reason in ('user', 'destination_gone')),
  -- Every pause raises it: what was queued before belongs to an older epoch, and is never sent.
  epoch integer not null check (epoch >= 0),
  last_test_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (household_id, id),
  foreign key (household_id, member_id) references members,
  check (enabled = (paused_reason is null))
);
create index webhooks_by_member on webhooks (household_id, member_id);

-- One row a webhook: the queue of queues. Whoever holds the lease of a lane alone sends what waits in it.
create table webhook_lanes (
  household_id uuid not null,
  webhook_id uuid not null,
  -- Not later than the earliest delivery that waits; null: none does.
  next_due_at timestamptz,
  lease_until timestamptz,
  -- Machine, process and lease: nobody else's result frees or renews it.
  lease_owner text,
  claimable_at timestamptz generated always as (
    case when next_due_at is not null then greatest(next_due_at, lease_until) end) stored,
  primary key (household_id, webhook_id),
  foreign key (household_id, webhook_id) references webhooks on delete cascade,
  check ((lease_until is null) = (lease_owner is null))
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 200);
create index webhook_lanes_claimable on webhook_lanes (claimable_at) where claimable_at is not null;

-- How the last delivery went. Apart from the lane, whose row a long import may hold locked.
create table webhook_health (
  household_id uuid not null,
  webhook_id uuid not null,
  event_id uuid,
  status text check (status in ('retrying', 'delivered', 'failed')),
  http_status smallint,
  attempts smallint,
  at timestamptz,
  -- How often in a row the destination could not be reached, or was silent.
  silent integer not null check (silent >= 0),
  primary key (household_id, webhook_id),
  foreign key (household_id, webhook_id) references webhooks on delete cascade
) with (fillfactor = 50);

-- What is told. The id is the transaction's own, so that no transaction is announced twice; a test has a new one.
create table webhook_events (
  household_id uuid not null references households,
  id uuid not null,
  kind text not null check (kind in ('transaction', 'test')),
  -- Whose following decides whether it may be told.
  account_id uuid,
  -- The very bytes that are signed and sent; not json, which PostgreSQL might write differently.
  body text not null,
  created_at timestamptz not null,
  primary key (household_id, id),
  foreign key (household_id, account_id) references accounts
);
create index webhook_events_by_time on webhook_events (created_at);

-- One event to one webhook. No key refers to the event: looking for its deliveries whenever an event is forgotten
-- would need an index of its own, which every delivery would pay for.
create table webhook_deliveries (
  household_id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  epoch integer not null,
  -- 1, and one more each time a person asks for the delivery again.
  run integer not null check (run > 0),
  state text not null check (state in ('queued', 'delivered', 'failed', 'cancelled')),
  reason text,
  -- Attempts of this run whose outcome is known. A result counts only as the next one.
  attempts smallint not null check (attempts >= 0),
  -- Times that the attempt failed for a fault of ours.
  faults smallint not null check (faults >= 0),
  next_attempt_at timestamptz not null,
  http_status smallint,
  -- Every attempt: when, how long, what came back.
  log jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (household_id, webhook_id, event_id),
  -- Inserting locks the lane's key until the commit; whoever gives a lane back waits for that.
  foreign key (household_id, webhook_id) references webhook_lanes on delete cascade
) with (autovacuum_vacuum_scale_factor = 0.05);
create index webhook_deliveries_queued on webhook_deliveries
  (household_id, webhook_id, epoch, next_attempt_at, event_id) where state = 'queued';
