-- Accounts that come back under another id, after a bank was connected anew.

-- The provider's word for the account that outlives its ids, where it has one.
alter table provider_accounts add column persistent_id text;
-- When the account came back under the id that it has now. What was told of it before is expected under other ids.
alter table provider_accounts add column relinked_at timestamptz;
