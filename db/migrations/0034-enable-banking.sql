-- Europe's banks through Enable Banking: `provider_c`.

alter table connections drop constraint connections_provider_check;
alter table connections add constraint connections_provider_check
  check (provider in ('provider_a', 'provider_b', 'provider_c'));
alter table accounts drop constraint accounts_provider_check;
alter table accounts add constraint accounts_provider_check
  check (provider in ('manual', 'provider_a', 'provider_b', 'provider_c', 'wallet', 'import'));
alter table transactions drop constraint transactions_provider_check;
alter table transactions add constraint transactions_provider_check
  check (provider in ('manual', 'provider_a', 'provider_b', 'provider_c', 'wallet', 'import'));

-- `present`: a person was there, whose visits European banks do not limit.
alter table provider_requests drop constraint provider_requests_purpose_check;
alter table provider_requests add constraint provider_requests_purpose_check
  check (purpose in ('connect', 'discover', 'schedule', 'manual', 'present'));

-- The browser session of the person who asked for the next import; null: nobody is present. Banks are shown its address.
alter table connections add column asked_session_id uuid;

-- At which provider an ending login is.
alter table ending_items add column provider text not null default 'provider_b'
  check (provider in ('provider_b', 'provider_c'));
alter table ending_items alter column provider drop default;

-- Consents that a member has gone to their bank to give. The bank sends the browser back with the state, which works once,
-- for the member and the session that began.
create table bank_consents (
  household_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  -- Null: begun at the command line.
  session_id uuid,
  -- The connection that the consent renews; null: a new one.
  connection_id uuid,
  -- SHA-256 of the state, in hexadecimal digits.
  state_digest text not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  bank text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (household_id, id),
  unique (household_id, state_digest),
  foreign key (household_id, member_id) references members,
  foreign key (household_id, connection_id) references connections on delete cascade
);
-- Finds rows to prune.
create index bank_consents_by_age on bank_consents (expires_at);
