-- Transfers are looked for among the days of what has changed: no index of amounts is needed, which every insert would pay for.
drop index transactions_by_amount;
