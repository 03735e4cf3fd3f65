-- How imported payments find their names and categories.

-- The household's own rules. Of those that fit a payment, the first in order counts.
create table category_rules (
  household_id uuid not null references households,
  id uuid not null,
  match text not null check (match in ('contains', 'is')),
  text text not null check (text <> ''),
  direction text check (direction in ('in', 'out')),
  -- Bounds of the magnitude in cents, both inclusive.
  min_amount bigint check (min_amount >= 0),
  max_amount bigint check (max_amount >= 0),
  account_id uuid,
  category_id uuid,
  -- What the payment is called from then on.
  concept text check (concept <> ''),
  position integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (household_id, id),
  foreign key (household_id, account_id) references accounts,
  foreign key (household_id, category_id) references categories,
  check (min_amount <= max_amount),
  check (category_id is not null or concept is not null)
);

-- Why the service chose the category: null where a person did, or where there is none.
alter table transactions add column category_why jsonb;
-- What people have filed a merchant's payments under, the latest first.
create index transactions_filed on transactions (household_id, merchant, booked_at desc, created_at desc)
  where category_id is not null and category_why is null and deleted_at is null;
