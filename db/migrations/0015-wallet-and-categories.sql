-- How imported payments find their names and categories.

-- The household's own rules. Of those that fit a payment, the first in order counts.
create table category_rules (
  household_id uuid not null references households,
  id uuid not null,
  match text not null check (match in ('contains', 'is')),
  text text not null check (text <> ''),
  direction text check (direction in ('in', 'out')),
  -- Bounds of the magnitude in cents, both inclusive.
  min_amount bigint check (min_amount >= 0),
  max_amount bigint check (max_amount >= 0),
  account_id uuid,
  category_id uuid,
  -- What the payment is called from then on.
  concept text check (concept <> ''),
  position integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (household_id, id),
  foreign key (household_id, account_id) references accounts,
  foreign key (household_id, category_id) references categories,
  check (min_amount <= max_amount),
  check (category_id is not null or concept is not null)
);

-- Why the service chose the category: null where a person did, or where there is none.
alter table transactions add column category_why jsonb;
-- What people have filed a merchant's payments under, the latest first.
create index transactions_filed on transactions (household_id, merchant, booked_at desc, created_at desc)
  where category_id is not null and category_why is null and deleted_at is null;

-- Phones and tablets that push what their wallets see. A device belongs to the member who set it up.
create table wallet_devices (
  household_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  name text not null check (name <> ''),
  -- The part of the token that may be shown again; its digest is all that is kept of the secret.
  public_id text not null,
  digest bytea not null check (octet_length(digest) = 32),
  created_at timestamptz not null,
  revoked_at timestamptz,
  last_push_at timestamptz,
  -- The rate windows: where each began, and the requests in it.
  minute timestamptz not null,
  minute_used integer not null,
  hour timestamptz not null,
  hour_used integer not null,
  primary key (household_id, id),
  foreign key (household_id, member_id) references members
) with (fillfactor = 80);

-- The one way from a presented token to its household; outside by design, like key_lookup.
create table wallet_lookup (
  public_id text primary key,
  household_id uuid not null,
  device_id uuid not null,
  foreign key (household_id, device_id) references wallet_devices on delete cascade
);

-- An account of the catalog is offered by a connection, or pushed by a device: then the device stands for its bank.
alter table provider_accounts alter column connection_id drop not null;
alter table provider_accounts add column device_id uuid;
alter table provider_accounts add foreign key (household_id, device_id) references wallet_devices;
alter table provider_accounts add check (num_nonnulls(connection_id, device_id) = 1);
-- What the device says of its place in the account's history, to go on from there.
alter table provider_accounts add column push_token text;
create unique index provider_accounts_by_device on provider_accounts (household_id, device_id, external_id)
  where device_id is not null;
