-- Money that people set aside and take back by hand.

-- `fund`: free-to-spend gave an Expense money on a person's wish; `release`: it took some back. Undoing either is an entry
-- of the same reason in the other direction.
alter table ledger_entries drop constraint ledger_entries_reason_check;
alter table ledger_entries add constraint ledger_entries_reason_check check (reason in
  ('opening', 'assignment', 'transfer', 'card', 'payday', 'roll_over', 'archive', 'change', 'cover', 'fund', 'release'));

-- One set-aside or take-back by hand, kept so that it can be undone once. The ledger entries of its revision and
-- reason say which lanes its money went through.
create table expense_moves (
  household_id uuid not null references households,
  id uuid not null,
  expense_id uuid not null,
  kind text not null check (kind in ('fund', 'release')),
  amount bigint not null check (amount > 0),
  -- The Expense's cycle at that moment. In a later one, its lanes belong to another payment.
  cycle integer not null check (cycle >= 0),
  -- Free-to-spend before the move: the undo of a take-back leaves no less than this, or zero if that is less.
  free_before bigint not null,
  revision bigint not null,
  created_at timestamptz not null,
  undone_at timestamptz,
  primary key (household_id, id),
  foreign key (household_id, expense_id) references expenses
);
