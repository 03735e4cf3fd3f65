-- People search by amount (`30.57`, `>200`): without this index, each letter typed reads every payment of the household.
create index transactions_by_size on transactions (household_id, abs(amount)) where visible;
