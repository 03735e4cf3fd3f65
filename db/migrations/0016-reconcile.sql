-- Deleted transactions that a person may restore, and the balances that people state for an account.

-- Everything that deleting a transaction changed besides its row, so that restoring it undoes exactly that: its fields of a
-- person, the lanes of each Expense, the settlements, the other side of a transfer. Deleted when it is restored.
create table transaction_removals (
  household_id uuid not null,
  transaction_id uuid not null,
  removed_at timestamptz not null,
  removal jsonb not null,
  primary key (household_id, transaction_id),
  foreign key (household_id, transaction_id) references transactions on delete cascade
);

-- The balance of an account at the end of a day, as a person says: a bank's balance that an account was reconciled with, or
-- the value of an asset or a loan (`opening`: the one that it was created with). Cents, signed as in `accounts`.
create table stated_balances (
  household_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  kind text not null check (kind in ('reconciliation', 'value', 'opening')),
  day date not null,
  balance bigint not null check (abs(balance) <= 1000000000000),
  -- The transaction that makes the account agree; null if it agreed already.
  transaction_id uuid,
  created_at timestamptz not null,
  primary key (household_id, id),
  foreign key (household_id, account_id) references accounts,
  foreign key (household_id, transaction_id) references transactions
);
-- Lists the stated balances of an account, by day.
create index stated_balances_by_account on stated_balances (household_id, account_id, day, created_at);
