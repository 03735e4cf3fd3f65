create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create table transactions (
  household_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  amount bigint not null check (abs(amount) <= 1000000000000),
  currency text not null,
  concept text not null check (concept <> ''),
  original_concept text,
  booked_at date not null,
  type text not null check (type in ('expense', 'income', 'transfer')),
  status text not null check (status in ('pending', 'booked')),
  category_id uuid,
  expense_goal_id uuid,
  notes text check (char_length(notes) <= 2000),
  -- The concept's merchant, normalised: the key by which spending is grouped.
  merchant text not null,
  provider text not null check (provider in ('manual', 'provider_a', 'provider_b', 'wallet', 'import')),
  external_id text,
  -- Fields that a person has set and no import overwrites.
  edited text[] not null,
  -- Kept for ever, so that even a late retry finds its transaction.
  idempotency_key text,
  -- The household's revision that wrote the row last: the order of the change feed.
  revision bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  -- From before its account was followed: a purchase that no card reserve answers for, an assignment that moved
  -- nothing.
  history boolean not null,
  -- Its account is hidden.
  hidden boolean not null,
  visible boolean generated always as (deleted_at is null and not hidden) stored,
  primary key (household_id, id),
  unique (household_id, idempotency_key),
  foreign key (household_id, account_id) references accounts,
  foreign key (household_id, category_id) references categories,
  foreign key (household_id, expense_goal_id) references expenses
) with (fillfactor = 90);

-- One order for every list: newest day first, then newest record. Each index is a filter in that order.
create index transactions_newest on transactions
  (household_id, booked_at desc, created_at desc, id desc) where visible;
create index transactions_by_account on transactions
  (household_id, account_id, booked_at desc, created_at desc, id desc) where visible;
create index transactions_by_category on transactions
  (household_id, category_id, booked_at desc, created_at desc, id desc)
  where visible and category_id is not null;
create index transactions_by_expense on transactions
  (household_id, expense_goal_id, booked_at desc, created_at desc, id desc)
  where visible and expense_goal_id is not null;
create index transactions_by_type on transactions
  (household_id, type, booked_at desc, created_at desc, id desc) where visible;
create index transactions_created on transactions
  (household_id, created_at desc, id desc) where visible;
-- Few at any time, so what is pending is counted row by row.
create index transactions_pending on transactions (household_id, account_id)
  where visible and status = 'pending';
create index transactions_changed on transactions (household_id, revision, id);
create unique index transactions_by_external_id on transactions (household_id, account_id, external_id)
  where external_id is not null and provider = 'manual';
-- `search` looks for a part of this text, whatever its case.
create function search_text(concept text, original_concept text, notes text) returns text
  immutable parallel safe language sql
  return lower(concept || E'\n' || coalesce(original_concept, '') || E'\n' || coalesce(notes, ''));
create index transactions_search on transactions
  using gin (household_id, search_text(concept, original_concept, notes) gin_trgm_ops) where visible;

-- What assigning a transaction, or reserving for a card, has taken from where: enough to undo it exactly.
create table settlements (
  household_id uuid not null,
  transaction_id uuid not null,
  -- Whom it concerned then; links may change later.
  expense_id uuid,
  card_expense_id uuid,
  settlement jsonb not null,
  primary key (household_id, transaction_id),
  foreign key (household_id, transaction_id) references transactions on delete cascade,
  foreign key (household_id, expense_id) references expenses,
  foreign key (household_id, card_expense_id) references expenses
);

-- The ledger. Each entry moves money from one lane to another, so its two legs always sum to zero.
-- A lane without an Expense is what is free to spend.
create table ledger_entries (
  household_id uuid not null,
  id uuid not null,
  amount bigint not null check (amount > 0),
  from_expense_id uuid,
  from_lane text not null check (from_lane in ('free', 'ready', 'building', 'reserve')),
  to_expense_id uuid,
  to_lane text not null check (to_lane in ('free', 'ready', 'building', 'reserve')),
  reason text not null check (reason in
    ('opening', 'assignment', 'transfer', 'card', 'payday', 'roll_over', 'archive', 'change')),
  transaction_id uuid,
  transfer_id uuid,
  day date not null,
  revision bigint not null,
  created_at timestamptz not null,
  primary key (household_id, id),
  foreign key (household_id, from_expense_id) references expenses,
  foreign key (household_id, to_expense_id) references expenses,
  foreign key (household_id, transaction_id) references transactions,
  foreign key (household_id, transfer_id) references expense_transfers,
  check ((from_expense_id is null) = (from_lane = 'free')),
  check ((to_expense_id is null) = (to_lane = 'free')),
  check ((from_expense_id, from_lane) is distinct from (to_expense_id, to_lane))
);
create index ledger_entries_by_revision on ledger_entries (household_id, revision);
create index ledger_entries_by_transaction on ledger_entries (household_id, transaction_id)
  where transaction_id is not null;

-- What the provider said, row by row. Several mirrors may point to one transaction: a pending row, its booking,
-- and ids that must never come back.
create table provider_transactions (
  household_id uuid not null,
  provider_account_id uuid not null,
  external_id text not null,
  status text not null check (status in ('pending', 'booked')),
  amount bigint not null,
  booked_on date not null,
  descriptor text not null,
  merchant text not null,
  content_hash bytea not null,
  first_seen_at timestamptz not null,
  missed_snapshots integer not null check (missed_snapshots >= 0),
  removed_at timestamptz,
  transaction_id uuid not null,
  primary key (household_id, provider_account_id, external_id),
  foreign key (household_id, provider_account_id) references provider_accounts on delete cascade,
  foreign key (household_id, transaction_id) references transactions
);
create index provider_transactions_by_transaction on provider_transactions (household_id, transaction_id);
create index provider_transactions_pending on provider_transactions
  (household_id, provider_account_id, booked_on) where status = 'pending' and removed_at is null;
