-- The budget: categories and their rules, paydays, Expenses, and money that moves between Expenses.

-- The categories of a household.
create table categories (
  household_id uuid not null references households,
  id uuid not null,
  name text not null check (name <> ''),
  kind text not null check (kind in ('expense', 'income', 'transfer')),
  parent_id uuid,
  icon text,
  color text,
  is_system boolean not null,
  is_hidden boolean not null,
  position integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (household_id, id),
  foreign key (household_id, parent_id) references categories,
  check (parent_id <> id)
);

-- The household's own rules for imported payments. The first rule, in order of position, that fits a payment counts.
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
  -- The name that the payment gets.
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

-- When a household is paid.
create table funding_schedules (
  household_id uuid not null references households,
  id uuid not null,
  name text not null check (name <> ''),
  frequency text not null check (frequency in ('weekly', 'biweekly', 'semimonthly', 'monthly')),
  -- Days of the month, 31 being the last one; empty for the weekly frequencies.
  days integer[] not null check (
    cardinality(days) = case frequency when 'monthly' then 1 when 'semimonthly' then 2 else 0 end),
  anchor date not null,
  weekend text not null check (weekend in ('none', 'before', 'after')),
  estimated_deposit bigint check (estimated_deposit between 0 and 1000000000000),
  wait_for_deposit boolean not null,
  paused boolean not null,
  -- The last payday that has run; null before the first.
  last_run_date date,
  position integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Paydays in addition to the regular ones.
  extra_days date[] not null,
  -- The account that the deposit arrives on; null: income on any account counts.
  account_id uuid,
  primary key (household_id, id),
  foreign key (household_id, account_id) references accounts on delete set null (account_id)
);

-- Paydays that have run. One row per schedule and nominal date, whatever day the weekend rule moved it to, so that each
-- runs once.
create table paydays (
  household_id uuid not null,
  funding_schedule_id uuid not null,
  nominal date not null,
  effective date not null,
  ran_at timestamptz not null,
  primary key (household_id, funding_schedule_id, nominal),
  foreign key (household_id, funding_schedule_id) references funding_schedules on delete cascade
);

-- A payday that waits for its deposit: the shortfall is funded when income arrives, up to and including `until`.
create table payday_waits (
  household_id uuid not null references households,
  day date not null,
  until date not null check (until >= day),
  -- Income has arrived that the engine has not processed yet.
  arrived boolean not null,
  primary key (household_id, day)
);

-- Paydays and bills that were proposed and declined; they are not proposed again.
create table dismissed_proposals (
  household_id uuid not null references households,
  kind text not null check (kind in ('payday', 'bill')),
  -- In the form in which names are compared.
  payee text not null check (payee <> ''),
  -- In cents.
  amount bigint not null check (amount > 0),
  dismissed_at timestamptz not null,
  primary key (household_id, kind, payee, amount)
);

-- Groups in which Expenses are shown.
create table expense_groups (
  household_id uuid not null references households,
  id uuid not null,
  name text not null check (name <> ''),
  position integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (household_id, id)
);

-- Expenses, goals and credit cards for which money is set aside.
create table expenses (
  household_id uuid not null references households,
  id uuid not null,
  group_id uuid,
  name text not null check (name <> ''),
  type text not null check (type in ('expense', 'goal', 'credit_card')),
  target_amount bigint check (target_amount between 0 and 1000000000000),
  funding_priority text not null check (funding_priority in ('high', 'normal', 'low')),
  recurrence_interval_months smallint check (recurrence_interval_months in (1, 3, 6, 12)),
  recurrence_anchor_date date,
  fund_ahead_payment_count smallint not null check (fund_ahead_payment_count between 1 and 3),
  fund_ahead_build_by date,
  card_account_id uuid,
  paused boolean not null,
  archived_at timestamptz,
  -- The lanes, in cents: a cache of the ledger's sums, updated in the transaction that moves the money.
  ready bigint not null check (ready >= 0),
  building bigint not null check (building >= 0),
  reserve bigint not null check (reserve >= 0),
  balance bigint generated always as (ready + building + reserve) stored,
  -- Counters, not money: paid early for the coming occurrence, and spent towards a goal. `spent` may fall below zero when a
  -- purchase is removed and its refund is not.
  prepaid bigint not null check (prepaid >= 0),
  spent bigint not null,
  -- The upcoming occurrence, counted from the anchor.
  cycle integer not null check (cycle >= 0),
  position integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (household_id, id),
  foreign key (household_id, group_id) references expense_groups,
  foreign key (household_id, card_account_id) references accounts,
  check (card_account_id is null or type = 'credit_card'),
  -- JavaScript's exact integers.
  check (ready + building + reserve <= 9007199254740991)
) with (fillfactor = 80);
-- Keeps one current Expense per card.
create unique index expenses_by_card on expenses (household_id, card_account_id)
  where card_account_id is not null and archived_at is null;

-- The schedules that fund an Expense.
create table expense_schedules (
  household_id uuid not null,
  expense_id uuid not null,
  funding_schedule_id uuid not null,
  primary key (household_id, expense_id, funding_schedule_id),
  foreign key (household_id, expense_id) references expenses on delete cascade,
  foreign key (household_id, funding_schedule_id) references funding_schedules on delete cascade
);

-- The amounts that a payday planned and gave for each Expense, in cents. The difference is the shortfall to show.
create table payday_fundings (
  household_id uuid not null,
  day date not null,
  expense_id uuid not null,
  ordinary_planned bigint not null check (ordinary_planned >= 0),
  ordinary_funded bigint not null check (ordinary_funded between 0 and ordinary_planned),
  ahead_planned bigint not null check (ahead_planned >= 0),
  ahead_funded bigint not null check (ahead_funded between 0 and ahead_planned),
  primary key (household_id, day, expense_id),
  foreign key (household_id, expense_id) references expenses on delete cascade
);

-- Money that a person moved from one Expense to another.
create table expense_transfers (
  household_id uuid not null,
  id uuid not null,
  from_expense_id uuid not null,
  to_expense_id uuid not null,
  amount bigint not null check (amount between 1 and 1000000000000),
  note text check (char_length(note) <= 200),
  from_balance_after bigint not null check (from_balance_after >= 0),
  to_balance_after bigint not null check (to_balance_after >= 0),
  source text not null check (source in ('api', 'app')),
  member_id uuid not null,
  key_id uuid,
  -- Kept forever, so that even a late retry finds its transfer.
  idempotency_key text,
  revision bigint not null,
  created_at timestamptz not null,
  primary key (household_id, id),
  unique (household_id, idempotency_key),
  foreign key (household_id, from_expense_id) references expenses,
  foreign key (household_id, to_expense_id) references expenses,
  check (from_expense_id <> to_expense_id)
);
-- Lists transfers, newest first.
create index expense_transfers_newest on expense_transfers (household_id, revision desc);
