-- What the bank says can be drawn, in cents: of a card what is left of its limit. Null where it says nothing.
alter table accounts add column available_balance bigint check (abs(available_balance) <= 100000000000000);
alter table provider_accounts add column available_balance bigint;
