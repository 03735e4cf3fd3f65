-- Paydays and bills that were proposed, and that people do not want to hear of again.
create table dismissed_proposals (
  household_id uuid not null references households,
  kind text not null check (kind in ('payday', 'bill')),
  -- As names are compared.
  payee text not null check (payee <> ''),
  -- In cents.
  amount bigint not null check (amount > 0),
  dismissed_at timestamptz not null,
  primary key (household_id, kind, payee, amount)
);
