-- The processes with background work, which share the looking for it.
create table worker_processes (
  id uuid primary key,
  seen_at timestamptz not null
) with (fillfactor = 50);

-- Finds what dead processes hold: few rows are leased at any time, however many there are.
create index connections_leased on connections (lease_owner) where lease_owner is not null;
create index webhook_lanes_leased on webhook_lanes (lease_owner) where lease_owner is not null;
create index imports_leased on imports (lease_owner) where lease_owner is not null;
create index moves_leased on moves (lease_owner) where lease_owner is not null;

-- Lists are read from the newest row on, so their indexes were descending. PostgreSQL packs the pages of an index only
-- where rows are added at the end of a range: descending ones were half empty after an import. Read backwards, ascending
-- ones answer the same lists, from little more than half of the bytes.
drop index transactions_newest;
create index transactions_newest on transactions (household_id, booked_at, created_at, id) where visible;
drop index transactions_by_account;
create index transactions_by_account on transactions
  (household_id, account_id, booked_at, created_at, id) where visible;
drop index transactions_by_category;
create index transactions_by_category on transactions
  (household_id, category_id, booked_at, created_at, id) where visible and category_id is not null;
drop index transactions_by_expense;
create index transactions_by_expense on transactions
  (household_id, expense_goal_id, booked_at, created_at, id) where visible and expense_goal_id is not null;
drop index transactions_by_type;
create index transactions_by_type on transactions
  (household_id, type, booked_at, created_at, id) where visible;
drop index transactions_created;
create index transactions_created on transactions (household_id, created_at, id) where visible;
drop index transactions_decided;
create index transactions_decided on transactions (household_id, merchant, booked_at)
  where deleted_at is null and (expense_goal_id is not null or 'expense_goal_id' = any (edited));
drop index transactions_filed;
create index transactions_filed on transactions (household_id, merchant, booked_at, created_at)
  where category_id is not null and category_why is null and deleted_at is null;
drop index transactions_without_category;
create index transactions_without_category on transactions (household_id, booked_at, created_at, id)
  where visible and category_id is null and splits is null;

-- A change of a transaction is also a change of its place in the feed, which is indexed, so room that pages kept for changes
-- in place was never used.
alter table transactions set (fillfactor = 100);
-- Only the cells of the last days and months change, so a tenth of a page is room enough for them.
alter table transaction_rollups set (fillfactor = 90);

-- Finds addresses of webhooks that an earlier version stored unsealed.
create index webhooks_unsealed on webhooks (household_id, id) where url is not null;

-- Find what has expired, among people and their sessions.
create index sessions_by_expiry on sessions (expires_at);
create index one_time_links_by_expiry on one_time_links (expires_at);
create index persons_without_account on persons (created_at) where email is null;
