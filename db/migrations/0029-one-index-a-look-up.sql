-- A row that is looked up by its id has one index that can find it. PostgreSQL took any other that begins with the household
-- where it knew nothing of the household yet, as in its first import, and read all of it for each row. An index with a
-- condition is taken by those alone who ask with that condition.
drop index transactions_changed;
create index transactions_changed on transactions (household_id, revision, id) where revision >= 0;

alter table transactions drop constraint transactions_household_id_idempotency_key_key;
create unique index transactions_by_idempotency_key on transactions (household_id, idempotency_key)
  where idempotency_key is not null;

drop index provider_transactions_by_transaction;
create index provider_transactions_by_transaction on provider_transactions (household_id, transaction_id)
  where transaction_id is not null;
