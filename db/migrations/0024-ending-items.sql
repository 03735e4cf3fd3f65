-- Logins at Plaid whose household is gone: Plaid is told until it knows, since nothing else ends its access and its price.
-- Nothing here leads back to anybody.
create table ending_items (
  id uuid primary key,
  secret bytea not null,
  tries integer not null,
  next_try_at timestamptz not null,
  created_at timestamptz not null
);
create index ending_items_due on ending_items (next_try_at);
