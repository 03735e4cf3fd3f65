-- Rules of people can name the Expense that a payment is spent from, and past payments can be left as they are.

alter table category_rules
  -- The Expense that a fitting payment is spent from. Once it is archived, the rule keeps its other effects.
  add column expense_id uuid,
  add foreign key (household_id, expense_id) references expenses,
  drop constraint category_rules_check1,
  add constraint category_rules_has_effect
    check (category_id is not null or concept is not null or expense_id is not null);

-- Past payments that a person left with free-to-spend: they are not offered again.
create table left_payments (
  household_id uuid not null,
  transaction_id uuid not null,
  left_at timestamptz not null,
  primary key (household_id, transaction_id),
  foreign key (household_id, transaction_id) references transactions on delete cascade
);
