-- Webhooks, their queues and their deliveries.

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
  -- Raised by every pause: what was queued before it belongs to an older epoch and is never sent.
  epoch integer not null check (epoch >= 0),
  last_test_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (household_id, id),
  foreign key (household_id, member_id) references members,
  check (enabled = (paused_reason is null))
);
-- Lists the webhooks of a member.
create index webhooks_by_member on webhooks (household_id, member_id);

-- The queue of a webhook: one row each. Only the process that holds the queue's lease sends its deliveries.
create table webhook_lanes (
  household_id uuid not null,
  webhook_id uuid not null,
  -- Not later than the earliest waiting delivery; null: none waits.
  next_due_at timestamptz,
  lease_until timestamptz,
  -- Host, process and lease: only results that name this lease release or renew it.
  lease_owner text,
  claimable_at timestamptz generated always as (
    case when next_due_at is not null then greatest(next_due_at, lease_until) end) stored,
  primary key (household_id, webhook_id),
  foreign key (household_id, webhook_id) references webhooks on delete cascade,
  check ((lease_until is null) = (lease_owner is null))
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 200);
-- Finds the queues to work on next.
create index webhook_lanes_claimable on webhook_lanes (claimable_at) where claimable_at is not null;

-- The result of a webhook's last delivery. Separate from the queue, whose row a long import may keep locked.
create table webhook_health (
  household_id uuid not null,
  webhook_id uuid not null,
  event_id uuid,
  status text check (status in ('retrying', 'delivered', 'failed')),
  http_status smallint,
  attempts smallint,
  at timestamptz,
  -- Consecutive attempts that could not reach the destination or got no answer.
  silent integer not null check (silent >= 0),
  primary key (household_id, webhook_id),
  foreign key (household_id, webhook_id) references webhooks on delete cascade
) with (fillfactor = 50);

-- The events to announce. An event has the id of its transaction, so none is announced twice; a test has a new id.
create table webhook_events (
  household_id uuid not null references households,
  id uuid not null,
  kind text not null check (kind in ('transaction', 'test')),
  -- The account that must still be followed when the event is sent.
  account_id uuid,
  -- The exact bytes that are signed and sent; not json, which PostgreSQL might write differently.
  body text not null,
  created_at timestamptz not null,
  primary key (household_id, id),
  foreign key (household_id, account_id) references accounts
);
-- Finds rows to prune.
create index webhook_events_by_time on webhook_events (created_at);

-- One event for one webhook. There is no foreign key to the event: pruning events would then need an index of deliveries by
-- event, which every delivery would pay for.
create table webhook_deliveries (
  household_id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  epoch integer not null,
  -- 1, plus one each time a person asks for the delivery again.
  run integer not null check (run > 0),
  state text not null check (state in ('queued', 'delivered', 'failed', 'cancelled')),
  reason text,
  -- Attempts of this run whose result is known. A result counts only as the next one.
  attempts smallint not null check (attempts >= 0),
  -- Attempts that failed because of an error of our own.
  faults smallint not null check (faults >= 0),
  next_attempt_at timestamptz not null,
  http_status smallint,
  -- Every attempt: its time, its duration, and the answer.
  log jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (household_id, webhook_id, event_id),
  -- An insert locks the queue's key until the commit; a process that releases the queue waits for that.
  foreign key (household_id, webhook_id) references webhook_lanes on delete cascade
) with (autovacuum_vacuum_scale_factor = 0.05);
-- Finds the next deliveries of a queue.
create index webhook_deliveries_queued on webhook_deliveries
  (household_id, webhook_id, epoch, next_attempt_at, event_id) where state = 'queued';
