-- Notices: facts that members want to hear of, and the messages that carry them.

-- A fact of a household. A condition (a bill that is short) has an end; an event (a payday that ran) has none.
create table notices (
  household_id uuid not null references households,
  id uuid not null,
  kind text not null check (kind <> ''),
  -- The record that it is about, so that a condition is found again.
  about text not null,
  -- One fact is one notice: found twice, it is stored once.
  key text not null,
  -- Null: for each member who wants the kind.
  member_id uuid,
  -- The names, days and amounts in cents that its text needs.
  facts jsonb not null,
  lasts boolean not null,
  at timestamptz not null,
  ended_at timestamptz,
  primary key (household_id, id),
  unique (household_id, kind, key),
  foreign key (household_id, member_id) references members,
  check (lasts or ended_at is null)
);
-- Lists the notices of a household, newest first.
create index notices_newest on notices (household_id, at desc, id desc);
-- Finds rows to prune.
create index notices_by_age on notices (at);

-- The wishes of a member. Without a row, the member hears of nothing.
create table notice_settings (
  household_id uuid not null,
  member_id uuid not null,
  language text not null check (language <> ''),
  kinds text[] not null,
  -- Cents of free-to-spend; null: only below zero, by its own kind.
  free_below bigint check (free_below > 0),
  -- Cents; null: only what is unusual for its payee.
  large_from bigint check (large_from > 0),
  -- Minutes of the household's day; null: no quiet hours.
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_until smallint check (quiet_until between 0 and 1439),
  digest text not null check (digest in ('none', 'day', 'week')),
  digest_hour smallint not null check (digest_hour between 0 and 23),
  updated_at timestamptz not null,
  primary key (household_id, member_id),
  foreign key (household_id, member_id) references members,
  check ((quiet_from is null) = (quiet_until is null) and quiet_from <> quiet_until)
);

-- A way by which notices reach a member outside the application.
create table notice_ways (
  household_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  kind text not null check (kind in ('ntfy', 'gotify', 'telegram', 'url')),
  name text not null check (name <> ''),
  -- Address, token and template, sealed as one.
  target bytea not null,
  -- The destination said that it is gone: nothing more is sent.
  gone_at timestamptz,
  created_at timestamptz not null,
  primary key (household_id, id),
  foreign key (household_id, member_id) references members
);
-- Lists the ways of a member.
create index notice_ways_by_member on notice_ways (household_id, member_id);

-- The outbox: one notice by one way, written in the transaction of its fact.
create table notice_deliveries (
  household_id uuid not null,
  way_id uuid not null,
  notice_id uuid not null,
  state text not null check (state in ('queued', 'sent', 'failed', 'cancelled')),
  -- Waits for the others of its digest.
  grouped boolean not null,
  due_at timestamptz not null,
  -- Given at the first attempt and kept: receivers tell repetitions by it. Notices of a digest share it.
  message_id uuid,
  attempts smallint not null check (attempts >= 0),
  lease_until timestamptz,
  lease_owner text,
  http_status smallint,
  reason text,
  ended_at timestamptz,
  claimable_at timestamptz generated always as (
    case when state = 'queued' then greatest(due_at, lease_until) end) stored,
  primary key (household_id, way_id, notice_id),
  foreign key (household_id, way_id) references notice_ways on delete cascade,
  foreign key (household_id, notice_id) references notices on delete cascade,
  check ((lease_until is null) = (lease_owner is null))
);
-- Finds the messages to send next.
create index notice_deliveries_claimable on notice_deliveries (claimable_at) where claimable_at is not null;
-- Lists how a notice was sent.
create index notice_deliveries_by_notice on notice_deliveries (household_id, notice_id);

-- The households whose state is looked at for facts: those in which a member wants to hear of some.
create table notice_watches (
  household_id uuid primary key references households,
  -- Payments that are older are no news.
  since timestamptz not null,
  -- The payments up to this revision of the household were looked at; of the revision itself those up to the payment, or
  -- without one all of them.
  revision bigint not null,
  payment_id uuid,
  -- A change is looked at from here on, so that an import is one look.
  rests_until timestamptz not null,
  -- The next look. Each write of the household brings it forward.
  look_at timestamptz not null,
  -- The household is being looked at, by a process of a host.
  lease_owner text,
  lease_until timestamptz,
  check ((lease_until is null) = (lease_owner is null))
);
-- Finds the households to look at.
create index notice_watches_due on notice_watches (look_at);
