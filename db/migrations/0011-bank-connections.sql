-- What the import of bank data remembers beside the rows themselves.

-- Pending payments that went lately: their bookings still find them.
create index provider_transactions_gone on provider_transactions (household_id, provider_account_id, removed_at)
  where status = 'pending' and removed_at is not null;

-- Two transactions of an account that may be one payment: a pending and its booking. For a person to say.
create table match_suggestions (
  household_id uuid not null references households on delete cascade,
  id uuid not null,
  -- The one that was there first, and keeps its identity if they are one.
  pending_id uuid not null,
  booked_id uuid not null,
  created_at timestamptz not null,
  dismissed_at timestamptz,
  primary key (household_id, id),
  unique (household_id, pending_id, booked_id),
  foreign key (household_id, pending_id) references transactions on delete cascade,
  foreign key (household_id, booked_id) references transactions on delete cascade
);
create index match_suggestions_of_booked on match_suggestions (household_id, booked_id);

-- Institutions differ in what they call negative: the household says which accounts are told the wrong way round.
alter table accounts add column invert_balance boolean not null default false;
alter table accounts alter column invert_balance drop default;
