-- Accounts, and what the sources offer.

-- An account of the household.
create table accounts (
  household_id uuid not null references households,
  id uuid not null,
  name text not null check (name <> ''),
  type text not null check (type in ('depository', 'credit', 'loan', 'investment', 'wallet', 'other')),
  subtype text,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Cents, from the owner's side: debts are negative, so a plain sum is net worth.
  -- At most a trillion units: sums over a household's accounts stay exact integers.
  balance bigint not null check (abs(balance) <= 100000000000000),
  balance_at timestamptz not null,
  provider text not null check (provider in ('manual', 'provider_a', 'provider_b', 'wallet', 'import')),
  connection_id uuid,
  institution_name text,
  mask text,
  subscribed boolean not null,
  -- An unsubscribed account of Plaid disappears together with its transactions.
  hidden boolean not null,
  -- Overrides whether the account's money counts as cash; null: by its type.
  spendable boolean,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- A closed account keeps its history; nothing is booked on it any more.
  closed_at timestamptz,
  -- The household's choice per account, because institutions differ in which sign means a debt.
  invert_balance boolean not null,
  -- Cents that the bank says can be drawn; for a card, the rest of its limit. Null if it says nothing.
  available_balance bigint check (abs(available_balance) <= 100000000000000),
  primary key (household_id, id),
  foreign key (household_id, connection_id) references connections on delete set null (connection_id),
  check (not hidden or not subscribed)
) with (fillfactor = 80);

-- The accounts that sources offer. Its ids are the `account_ids` of a selection.
create table provider_accounts (
  household_id uuid not null,
  id uuid not null,
  connection_id uuid,
  institution_external_id text not null,
  external_id text not null,
  name text not null,
  type text not null,
  subtype text,
  currency text not null,
  mask text,
  balance bigint,
  balance_at timestamptz,
  selected boolean not null,
  available boolean not null,
  account_id uuid,
  -- Imported history is announced nowhere until the first import is complete.
  history text not null check (history in ('pending', 'backfilling', 'live')),
  live_since timestamptz,
  -- Everything from `since` to `watermark` has been read; null before the first window.
  since timestamptz,
  watermark timestamptz,
  -- Windows of the first import that were read, and how many of the latest were empty.
  windows integer not null check (windows >= 0),
  empty_windows integer not null check (empty_windows >= 0),
  snapshot_at timestamptz,
  discovered_at timestamptz not null,
  -- The provider's id of the account that survives a new connection, if it has one.
  persistent_id text,
  -- When the account came back under its present id, after its bank was connected again. Earlier payments are expected
  -- under other ids.
  relinked_at timestamptz,
  device_id uuid,
  -- The device's position in the account's history, where the next push continues.
  push_token text,
  is_files boolean check (is_files),
  -- How CSV files with this header are read for this account, as a person last said.
  file_mapping jsonb,
  available_balance bigint,
  -- Accounts that look like this one, and that a person said are different.
  other_than uuid[],
  primary key (household_id, id),
  unique (household_id, connection_id, institution_external_id, external_id),
  foreign key (household_id, connection_id) references connections on delete cascade,
  foreign key (household_id, account_id) references accounts,
  foreign key (household_id, device_id) references wallet_devices,
  -- Each is offered by one source: a connection, a device (which stands for its bank), or the account's files.
  check (num_nonnulls(connection_id, device_id, is_files) = 1)
);
-- Finds the sources of an account.
create index provider_accounts_by_account on provider_accounts (household_id, account_id)
  where account_id is not null;
-- Keeps a device's accounts unique.
create unique index provider_accounts_by_device on provider_accounts (household_id, device_id, external_id)
  where device_id is not null;
-- Keeps one source of files per account.
create unique index provider_accounts_of_files on provider_accounts (household_id, account_id) where is_files;
