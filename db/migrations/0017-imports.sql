-- Statement files that people import.
create table imports (
  household_id uuid not null references households,
  id uuid not null,
  account_id uuid not null,
  -- Null: the operator.
  member_id uuid,
  file_name text not null check (file_name <> ''),
  bytes bigint not null,
  -- Null while nobody has been able to tell.
  format text check (format in ('csv', 'ofx', 'camt.052', 'camt.053')),
  status text not null check (status in
    ('uploaded', 'queued', 'running', 'done', 'failed', 'cancelled', 'undone')),
  -- What a person has said of how the file is to be read.
  mapping jsonb not null,
  -- Which of several accounts in the file; null: the only one, or the one that fits.
  file_account text,
  total integer not null check (total >= 0),
  processed integer not null check (processed >= 0),
  added integer not null check (added >= 0),
  duplicates integer not null check (duplicates >= 0),
  settled integer not null check (settled >= 0),
  -- Why it failed, and where.
  message text,
  line integer,
  attempts integer not null check (attempts >= 0),
  lease_until timestamptz,
  lease_owner text,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (household_id, id),
  foreign key (household_id, account_id) references accounts,
  foreign key (household_id, member_id) references members
);
create index imports_waiting on imports (created_at) where status in ('queued', 'running', 'uploaded');

-- The file itself, until it is imported.
create table import_pieces (
  household_id uuid not null,
  import_id uuid not null,
  position integer not null,
  bytes bytea not null,
  primary key (household_id, import_id, position),
  foreign key (household_id, import_id) references imports on delete cascade
);

-- What a transaction was before an import changed it: enough to undo it.
create table import_changes (
  household_id uuid not null,
  import_id uuid not null,
  transaction_id uuid not null,
  before jsonb not null,
  primary key (household_id, import_id, transaction_id),
  -- A file that is imported at once is noted at the end, when its counts are known.
  foreign key (household_id, import_id) references imports on delete cascade deferrable initially deferred,
  foreign key (household_id, transaction_id) references transactions
);

-- An account's files are one more source of it, beside its connection and the devices.
alter table provider_accounts add column is_files boolean check (is_files);
alter table provider_accounts drop constraint provider_accounts_check;
alter table provider_accounts add constraint provider_accounts_check
  check (num_nonnulls(connection_id, device_id, is_files) = 1);
create unique index provider_accounts_of_files on provider_accounts (household_id, account_id) where is_files;
-- How CSV files with this header are read for this account, as a person said the last time.
alter table provider_accounts add column file_mapping jsonb;

-- The import that first told of the row.
alter table provider_transactions add column import_id uuid;
-- What people have deleted, which no file brings back.
create index transactions_deleted on transactions (household_id, account_id, booked_at) where deleted_at is not null;
