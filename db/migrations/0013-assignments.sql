-- Payments find their Expenses: why Earmark assigned one, what waits for a person, and what is known of payees.

-- Why the service assigned the Expense; null if a person did or the row has none.
alter table transactions add column expense_why jsonb;

-- Finds the payments of a merchant that are spent from an Expense, or of which a person said that they are not.
create index transactions_decided on transactions (household_id, merchant, booked_at desc)
  where deleted_at is null and (expense_goal_id is not null or 'expense_goal_id' = any (edited));

-- Expenses that payments may be spent from. A person decides.
create table assignment_suggestions (
  household_id uuid not null references households on delete cascade,
  id uuid not null,
  transaction_id uuid not null,
  expense_id uuid not null,
  why jsonb not null,
  created_at timestamptz not null,
  answered_at timestamptz,
  answer text check (answer in ('accepted', 'dismissed')),
  member_id uuid,
  primary key (household_id, id),
  foreign key (household_id, transaction_id) references transactions on delete cascade,
  foreign key (household_id, expense_id) references expenses on delete cascade,
  foreign key (household_id, member_id) references members,
  check ((answered_at is null) = (answer is null))
);
-- A payment has one suggestion for an Expense, and so no repeated import asks twice.
create unique index assignment_suggestions_of_transaction on assignment_suggestions
  (household_id, transaction_id, expense_id);
-- Finds the open suggestions.
create index assignment_suggestions_open on assignment_suggestions (household_id, created_at)
  where answered_at is null;

-- The payees of proposals from which Expenses were made.
create table expense_payees (
  household_id uuid not null references households on delete cascade,
  expense_id uuid not null,
  -- The key of the merchant, as in `transactions`.
  merchant text not null check (merchant <> ''),
  -- Cents; null: not known.
  amount bigint check (amount > 0),
  since date not null,
  primary key (household_id, expense_id, merchant),
  foreign key (household_id, expense_id) references expenses on delete cascade
);
