-- While a household goes to another database (`earmark household move`), nobody is served here.
alter table households drop constraint households_standing_check;
alter table households add constraint households_standing_check
  check (standing in ('trialing', 'active', 'trial_ended', 'lapsed', 'closed', 'moving'));

-- Households that go, or have gone, to another database. The token names the move in both databases.
create table household_departures (
  token uuid primary key,
  household_id uuid not null unique,
  -- Server and database, without credentials.
  destination text not null,
  -- The household's standing before, which it gets back.
  standing text not null,
  began_at timestamptz not null,
  -- From then on its rows are there, and no longer here.
  moved_at timestamptz
);

-- Households that are expected, or have come, from another database. A row stays: it says for ever that its move is done,
-- even if the household has gone on since.
create table household_arrivals (
  token uuid primary key,
  household_id uuid not null,
  expected_at timestamptz not null,
  arrived_at timestamptz,
  cancelled_at timestamptz,
  check (arrived_at is null or cancelled_at is null)
);

-- Ids of the keys with which the servers of this database open stored secrets, as of their last start.
create table secret_keys (
  id bytea primary key
);
