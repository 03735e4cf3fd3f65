-- Statement files that people import.

-- A file and the progress of its import.
create table imports (
  household_id uuid not null references households,
  id uuid not null,
  -- Null until the import is done, if it makes a new account.
  account_id uuid,
  -- Null: the operator.
  member_id uuid,
  file_name text not null check (file_name <> ''),
  bytes bigint not null,
  -- Null until it is recognised.
  format text check (format in ('csv', 'ofx', 'camt.052', 'camt.053')),
  status text not null check (status in
    ('uploaded', 'queued', 'running', 'done', 'failed', 'cancelled', 'undone')),
  -- How the file is to be read, as far as a person has said.
  mapping jsonb not null,
  -- One of several accounts in the file; null: the only one, or the one that fits.
  file_account text,
  total integer not null check (total >= 0),
  processed integer not null check (processed >= 0),
  added integer not null check (added >= 0),
  duplicates integer not null check (duplicates >= 0),
  settled integer not null check (settled >= 0),
  -- Why it failed, in English, and at which line.
  message text,
  line integer,
  attempts integer not null check (attempts >= 0),
  lease_until timestamptz,
  lease_owner text,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- The account's balance at the end of a day, as the statement says: everything booked until then is included. Both are
  -- null if it says nothing, or less than a later one.
  balance bigint,
  balance_day date,
  -- The difference between that balance and the sum of the rows; an undo subtracts it again.
  balance_shift bigint,
  -- The account's balance after the file's last row, as a person says; null if nobody does.
  said_balance bigint,
  -- Name, type, subtype and currency of the account that the import makes together with its rows, and not before.
  new_account jsonb,
  -- The rows that look like duplicates and that a person said are separate payments; null: none.
  different jsonb,
  -- Why it failed, as data that can be put into any language; `message` is its English.
  reason jsonb,
  primary key (household_id, id),
  foreign key (household_id, account_id) references accounts,
  foreign key (household_id, member_id) references members,
  constraint imports_balance_check
    check (num_nonnulls(balance, balance_day, balance_shift) in (0, 3)),
  constraint imports_account_check
    check (account_id is not null or (new_account is not null and status not in ('done', 'undone')))
);
-- Finds the files to import.
create index imports_waiting on imports (created_at) where status in ('queued', 'running', 'uploaded');
-- Lists the imports of an account, newest first.
create index imports_by_account on imports (household_id, account_id, created_at desc);
-- Finds rows to prune.
create index imports_by_age on imports (finished_at) where finished_at is not null;

-- The bytes of a file, until it is imported.
create table import_pieces (
  household_id uuid not null,
  import_id uuid not null,
  position integer not null,
  bytes bytea not null,
  primary key (household_id, import_id, position),
  foreign key (household_id, import_id) references imports on delete cascade
);

-- A transaction as it was before an import changed it: enough to undo the import.
create table import_changes (
  household_id uuid not null,
  import_id uuid not null,
  transaction_id uuid not null,
  before jsonb not null,
  primary key (household_id, import_id, transaction_id),
  -- Checked at the end of the transaction, because a file that is imported at once gets its `imports` row last, when the
  -- counts are known.
  foreign key (household_id, import_id) references imports on delete cascade deferrable initially deferred,
  foreign key (household_id, transaction_id) references transactions
);
