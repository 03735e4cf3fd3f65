-- Calendars that other programs subscribe to by a secret address.

-- A feed belongs to a member; its address opens nothing but this calendar.
create table calendar_feeds (
  household_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  -- The member who added it; null: the operator.
  made_by uuid,
  name text not null check (name <> ''),
  -- The part of the address that may be shown again. Of the secret part, only the digest is stored.
  public_id text not null,
  digest bytea not null check (octet_length(digest) = 32),
  kinds text[] not null check (kinds <@ '{bills,paydays,low_points}' and cardinality(kinds) > 0),
  -- False: the calendar names no amount, so that it can be shared.
  amounts boolean not null,
  months_ahead smallint not null check (months_ahead between 1 and 12),
  months_back smallint not null check (months_back between 0 and 12),
  -- Days before a bill at which programs remind of it; null: not at all.
  alarm_days smallint check (alarm_days between 0 and 14),
  language text not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  last_read_at timestamptz,
  primary key (household_id, id),
  foreign key (household_id, member_id) references members,
  foreign key (household_id, made_by) references members
) with (fillfactor = 80);
-- Finds feeds to prune.
create index calendar_feeds_revoked on calendar_feeds (revoked_at) where revoked_at is not null;

-- Leads from a presented address to its household, like `key_lookup`.
create table calendar_feed_lookup (
  public_id text primary key,
  household_id uuid not null,
  feed_id uuid not null,
  foreign key (household_id, feed_id) references calendar_feeds on delete cascade
);

-- The events that a feed has shown, so that an event whose amount or day changes stays the same one in the calendars that
-- have it. The number is a part of its UID.
create table calendar_feed_events (
  household_id uuid not null,
  feed_id uuid not null,
  number integer not null check (number > 0),
  -- The bill, or the kind of event, that it is one of.
  series text not null,
  day date not null,
  -- Of everything that the event says.
  digest bytea not null,
  sequence integer not null check (sequence >= 0),
  modified_at timestamptz not null,
  -- Since when it is not shown; null: it is shown.
  gone_at timestamptz,
  primary key (household_id, feed_id, number),
  foreign key (household_id, feed_id) references calendar_feeds on delete cascade
);
