-- Households that move in from another application.

-- A move: the files of one application, and the progress of taking them in.
create table moves (
  household_id uuid not null references households,
  id uuid not null,
  app text not null check (app in
    ('ynab', 'actual', 'monarch', 'lunchmoney', 'firefly', 'copilot', 'mint', 'quicken')),
  -- Null: the operator.
  member_id uuid,
  status text not null check (status in
    ('uploaded', 'queued', 'running', 'done', 'failed', 'cancelled', 'undone')),
  -- The facts that a person has stated: currency, order of dates, sign of spending, and accounts.
  choices jsonb not null,
  -- True while the files leave a question open, so that they cannot be taken in yet.
  is_open boolean not null,
  -- The files and rows that it took; null until it is previewed or done.
  report jsonb,
  -- The things that an undo kept, because a person had changed them; null until it is undone.
  kept jsonb,
  -- Why it failed: in English, as data, and the place.
  message text,
  reason jsonb,
  file text,
  line integer,
  attempts integer not null check (attempts >= 0),
  lease_until timestamptz,
  lease_owner text,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (household_id, id),
  foreign key (household_id, member_id) references members
);
-- Finds the moves to carry out.
create index moves_waiting on moves (created_at) where status in ('queued', 'running', 'uploaded');
-- Finds rows to prune.
create index moves_by_age on moves (finished_at) where finished_at is not null;

-- The files of a move, and their bytes until it is done.
create table move_files (
  household_id uuid not null,
  move_id uuid not null,
  position integer not null,
  name text not null check (name <> ''),
  bytes bigint not null check (bytes >= 0),
  primary key (household_id, move_id, position),
  foreign key (household_id, move_id) references moves on delete cascade
);

create table move_pieces (
  household_id uuid not null,
  move_id uuid not null,
  file integer not null,
  position integer not null,
  bytes bytea not null,
  primary key (household_id, move_id, file, position),
  foreign key (household_id, move_id, file) references move_files on delete cascade
);

-- An account that a move has made; `key` names it in the application, so that a later export finds it again.
create table moved_accounts (
  household_id uuid not null,
  account_id uuid not null,
  move_id uuid not null,
  app text not null,
  key text not null,
  primary key (household_id, account_id),
  foreign key (household_id, account_id) references accounts,
  -- Checked at the end: a move at the command line gets its row last, when the report is known.
  foreign key (household_id, move_id) references moves deferrable initially deferred
);

-- A category that a move has made.
create table moved_categories (
  household_id uuid not null,
  category_id uuid not null,
  move_id uuid not null,
  primary key (household_id, category_id),
  foreign key (household_id, category_id) references categories on delete cascade,
  foreign key (household_id, move_id) references moves deferrable initially deferred
);

-- A budget target or schedule of the application: proposed to people, never planned unasked. Amounts in cents.
create table moved_proposals (
  household_id uuid not null,
  move_id uuid not null,
  position integer not null,
  kind text not null check (kind in ('payday', 'bill')),
  name text not null check (name <> ''),
  -- The payee's key, if the application names a payee.
  payee text,
  amount bigint not null check (amount > 0),
  -- Of a bill: months between two payments, and the next one; null: a budget of each month.
  interval_months integer check (interval_months in (1, 3, 6, 12)),
  due date,
  -- Of a payday.
  frequency text check (frequency in ('weekly', 'biweekly', 'semimonthly', 'monthly')),
  days integer[],
  anchor date,
  primary key (household_id, move_id, position),
  foreign key (household_id, move_id) references moves deferrable initially deferred,
  check ((kind = 'bill') = (interval_months is not null)),
  check ((kind = 'payday') = (num_nonnulls(frequency, days, anchor) = 3))
);
