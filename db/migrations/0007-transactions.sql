-- Transactions, the ledger that they lead to, and the rows of sources that they come from.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- The payments of a household.
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
  -- Fields that a person has set; no import overwrites them.
  edited text[] not null,
  -- Kept forever, so that even a late retry finds its transaction.
  idempotency_key text,
  -- The household's revision that wrote the row last: the order of the change feed.
  revision bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  -- Older than the following of its account: a purchase that no card reserve covers, an assignment that moved no money.
  history boolean not null,
  -- Its account is hidden.
  hidden boolean not null,
  visible boolean generated always as (deleted_at is null and not hidden) stored,
  -- Why the service chose the category; null if a person chose it or the row has no category.
  category_why jsonb,
  primary key (household_id, id),
  foreign key (household_id, account_id) references accounts,
  foreign key (household_id, category_id) references categories,
  foreign key (household_id, expense_goal_id) references expenses
) with (fillfactor = 90);

-- Only the primary key is an index without a condition. In a household's first import, PostgreSQL has no statistics of the
-- household, took any index that begins with `household_id` to look a row up by its id, and read all of it for each row. It
-- takes an index with a condition only for queries with that condition.

-- Every list has one order: newest day first, then newest record. Each of these indexes is a filter in that order.
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
-- Finds pending payments, which are few at any time and so are counted row by row.
create index transactions_pending on transactions (household_id, account_id)
  where visible and status = 'pending';
-- Keeps the ids that people give to manual payments unique.
create unique index transactions_by_external_id on transactions (household_id, account_id, external_id)
  where external_id is not null and provider = 'manual';
-- The text in which `search` finds a part, ignoring case.
create function search_text(concept text, original_concept text, notes text) returns text
  immutable parallel safe language sql
  return lower(concept || E'\n' || coalesce(original_concept, '') || E'\n' || coalesce(notes, ''));
create index transactions_search on transactions
  using gin (household_id, search_text(concept, original_concept, notes) gin_trgm_ops) where visible;
-- Finds the categories that people chose for a merchant, the latest first.
create index transactions_filed on transactions (household_id, merchant, booked_at desc, created_at desc)
  where category_id is not null and category_why is null and deleted_at is null;
-- Finds payments that people deleted, which no file brings back.
create index transactions_deleted on transactions (household_id, account_id, booked_at) where deleted_at is not null;
-- Lists payments that have no category yet.
create index transactions_without_category on transactions
  (household_id, booked_at desc, created_at desc, id desc) where visible and category_id is null;
-- Orders the change feed. The condition holds for every row; see above for why it is there.
create index transactions_changed on transactions (household_id, revision, id) where revision >= 0;
-- Finds the payment of a retried request.
create unique index transactions_by_idempotency_key on transactions (household_id, idempotency_key)
  where idempotency_key is not null;

-- The money that assigning a transaction, or reserving for a card, took from each lane: enough to undo it exactly.
create table settlements (
  household_id uuid not null,
  transaction_id uuid not null,
  -- The Expenses at that time; links may change later.
  expense_id uuid,
  card_expense_id uuid,
  settlement jsonb not null,
  primary key (household_id, transaction_id),
  foreign key (household_id, transaction_id) references transactions on delete cascade,
  foreign key (household_id, expense_id) references expenses,
  foreign key (household_id, card_expense_id) references expenses
);

-- The ledger. Each entry moves money from one lane to another, so its two legs always sum to zero.
-- The lane `free` belongs to no Expense: it is free-to-spend.
create table ledger_entries (
  household_id uuid not null,
  id uuid not null,
  amount bigint not null check (amount > 0),
  from_expense_id uuid,
  from_lane text not null check (from_lane in ('free', 'ready', 'building', 'reserve')),
  to_expense_id uuid,
  to_lane text not null check (to_lane in ('free', 'ready', 'building', 'reserve')),
  -- `cover`: Expenses gave free-to-spend the amount that it was short of, or got it back.
  reason text not null check (reason in
    ('opening', 'assignment', 'transfer', 'card', 'payday', 'roll_over', 'archive', 'change', 'cover')),
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
-- Lists the entries of one write.
create index ledger_entries_by_revision on ledger_entries (household_id, revision);
-- Lists the entries of a transaction.
create index ledger_entries_by_transaction on ledger_entries (household_id, transaction_id)
  where transaction_id is not null;

-- The rows of sources. Several may belong to one transaction: a pending payment, its booking, and ids that must not be
-- imported again.
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
  -- The file import that added the row.
  import_id uuid,
  primary key (household_id, provider_account_id, external_id),
  foreign key (household_id, provider_account_id) references provider_accounts on delete cascade,
  foreign key (household_id, transaction_id) references transactions
);
-- Finds pending rows, to match them with their bookings.
create index provider_transactions_pending on provider_transactions
  (household_id, provider_account_id, booked_on) where status = 'pending' and removed_at is null;
-- Finds pending rows that disappeared recently, because their bookings may still follow.
create index provider_transactions_gone on provider_transactions (household_id, provider_account_id, removed_at)
  where status = 'pending' and removed_at is not null;
-- Finds the rows of a transaction.
create index provider_transactions_by_transaction on provider_transactions (household_id, transaction_id)
  where transaction_id is not null;

-- Two transactions of an account that may be one payment, a pending one and its booking. A person decides.
create table match_suggestions (
  household_id uuid not null references households on delete cascade,
  id uuid not null,
  -- The older transaction, which keeps its identity if the two are one.
  pending_id uuid not null,
  booked_id uuid not null,
  created_at timestamptz not null,
  dismissed_at timestamptz,
  accepted_at timestamptz,
  -- The two transactions before they were joined, so that joining can be undone; null: not joined.
  joined jsonb,
  primary key (household_id, id),
  unique (household_id, pending_id, booked_id),
  foreign key (household_id, pending_id) references transactions on delete cascade,
  foreign key (household_id, booked_id) references transactions on delete cascade
);
-- Finds the suggestions of a booking.
create index match_suggestions_of_booked on match_suggestions (household_id, booked_id);

-- Pairs of transactions that move money between two accounts of the household. Found in imported payments, and kept while
-- the two still match. Candidates are searched by day, so no index by amount is needed, which every insert would pay for.
create table account_transfers (
  household_id uuid not null references households on delete cascade,
  out_id uuid not null,
  in_id uuid not null,
  -- The types that the two have again if the pair is dissolved.
  out_type text not null check (out_type in ('expense', 'income', 'transfer')),
  in_type text not null check (in_type in ('expense', 'income', 'transfer')),
  found_at timestamptz not null,
  primary key (household_id, out_id),
  unique (household_id, in_id),
  foreign key (household_id, out_id) references transactions on delete cascade,
  foreign key (household_id, in_id) references transactions on delete cascade
);
