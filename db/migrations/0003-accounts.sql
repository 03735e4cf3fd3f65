create table accounts (
  household_id uuid not null references households,
  id uuid not null,
  name text not null check (name <> ''),
  type text not null check (type in ('depository', 'credit', 'loan', 'investment', 'wallet', 'other')),
  subtype text,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Cents, from the owner's side: what is owed is negative, so that a plain sum is net worth.
  -- A trillion units: sums over a household's accounts stay exact integers.
  balance bigint not null check (abs(balance) <= 100000000000000),
  balance_at timestamptz not null,
  provider text not null check (provider in ('manual', 'provider_a', 'provider_b', 'wallet', 'import')),
  connection_id uuid,
  institution_name text,
  mask text,
  subscribed boolean not null,
  -- An unsubscribed account of the second provider disappears with its transactions.
  hidden boolean not null,
  -- Overrides whether the account's money counts as cash; null: by its type.
  spendable boolean,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (household_id, id),
  foreign key (household_id, connection_id) references connections on delete set null (connection_id),
  check (not hidden or not subscribed)
) with (fillfactor = 80);

-- The catalog of what a connection offers. Its ids are the `account_ids` of a selection.
create table provider_accounts (
  household_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
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
  -- Imported history stays silent until the first import is whole.
  history text not null check (history in ('pending', 'backfilling', 'live')),
  live_since timestamptz,
  -- Everything from `since` to `watermark` has been read; null before the first window.
  since timestamptz,
  watermark timestamptz,
  -- Windows of the first import that are in, and how many of the last ones were empty.
  windows integer not null check (windows >= 0),
  empty_windows integer not null check (empty_windows >= 0),
  snapshot_at timestamptz,
  discovered_at timestamptz not null,
  primary key (household_id, id),
  unique (household_id, connection_id, institution_external_id, external_id),
  foreign key (household_id, connection_id) references connections on delete cascade,
  foreign key (household_id, account_id) references accounts
);
create index provider_accounts_by_account on provider_accounts (household_id, account_id)
  where account_id is not null;
