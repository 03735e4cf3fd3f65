-- Which accounts a person has said that a new one of a bank is not, though it looks like them.
alter table provider_accounts add column other_than uuid[];
