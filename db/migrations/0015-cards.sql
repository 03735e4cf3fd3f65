-- Cards whose debt is not covered, and payments of cards.

-- When the household said that this card's debt is not to be covered; null: it is asked as long as the card owes money.
alter table accounts add column card_dismissed_at timestamptz;

-- The card Expense from which the pair spends the payment; null if the pair assigned nothing.
alter table account_transfers add column card_expense_id uuid;
-- The assignment that the outgoing side has again if the pair is dissolved, and its reason.
alter table account_transfers add column out_expense_id uuid;
alter table account_transfers add column out_expense_why jsonb;
alter table account_transfers
  add foreign key (household_id, card_expense_id) references expenses on delete cascade;
alter table account_transfers
  add foreign key (household_id, out_expense_id) references expenses on delete cascade;
