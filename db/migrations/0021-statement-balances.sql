-- What a statement tells that its account held at the end of a day: what is booked until then is in it. Both are null
-- where it tells nothing, or less than a later one.
alter table imports add column balance bigint;
alter table imports add column balance_day date;
-- By how much that was another balance than the rows alone had come to: an undo takes it back.
alter table imports add column balance_shift bigint;
alter table imports add constraint imports_balance_check
  check (num_nonnulls(balance, balance_day, balance_shift) in (0, 3));
-- What a person says that the account holds after the file's last row, where they do.
alter table imports add column said_balance bigint;
create index imports_by_account on imports (household_id, account_id, created_at desc);
