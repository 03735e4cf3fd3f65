-- Money that went from one account of the household to another: what leaves the one is what arrives at the other. Found in
-- what sources tell, and kept while it holds.
create table account_transfers (
  household_id uuid not null references households on delete cascade,
  out_id uuid not null,
  in_id uuid not null,
  -- What the two are when they are no pair.
  out_type text not null check (out_type in ('expense', 'income', 'transfer')),
  in_type text not null check (in_type in ('expense', 'income', 'transfer')),
  found_at timestamptz not null,
  primary key (household_id, out_id),
  unique (household_id, in_id),
  foreign key (household_id, out_id) references transactions on delete cascade,
  foreign key (household_id, in_id) references transactions on delete cascade
);
-- Finds the other side of a transfer among any number of transactions.
create index transactions_by_amount on transactions (household_id, amount, booked_at) where visible;
