-- When somebody put the list of first steps away, for everybody in the household; null: it is shown until it is done.
alter table households add column first_steps_dismissed_at timestamptz;

-- `cover`: Expenses gave what free-to-spend was short of, or got it back.
alter table ledger_entries drop constraint ledger_entries_reason_check;
alter table ledger_entries add constraint ledger_entries_reason_check check (reason in
  ('opening', 'assignment', 'transfer', 'card', 'payday', 'roll_over', 'archive', 'change', 'cover'));

-- What is to be filed yet, in the order of every list.
create index transactions_without_category on transactions
  (household_id, booked_at desc, created_at desc, id desc) where visible and category_id is null;
