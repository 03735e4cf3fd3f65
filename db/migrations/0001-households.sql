-- A household is the tenant: a personal or a joint account in the words of the specification.
-- Times and ids are always parameters: nothing here has a generated default.
create table households (
  household_id uuid primary key,
  name text not null check (name <> ''),
  kind text not null check (kind in ('personal', 'joint')),
  plan text not null check (plan in ('free', 'standard', 'premium')),
  standing text not null check (standing in ('trialing', 'active', 'trial_ended', 'lapsed', 'closed')),
  timezone text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Free-to-spend that a payday leaves untouched, in cents.
  floor bigint not null check (floor >= 0),
  -- Every write raises it under the row's lock: one writer a household, and an exact order for change feeds.
  revision bigint not null check (revision >= 0),
  -- The last day whose paydays and due dates have been worked off.
  processed_through date not null,
  trial_ends_at timestamptz,
  renews_at timestamptz,
  created_at timestamptz not null
) with (fillfactor = 80);

create table members (
  household_id uuid not null references households,
  id uuid not null,
  name text not null check (name <> ''),
  email text not null check (email <> ''),
  role text not null check (role in ('owner', 'member')),
  created_at timestamptz not null,
  removed_at timestamptz,
  primary key (household_id, id)
);
create unique index members_by_email on members (household_id, lower(email)) where removed_at is null;

create table api_keys (
  household_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  name text not null,
  -- The part of the key that may be shown again; its digest is all that is kept of the secret.
  public_id text not null,
  digest bytea not null check (octet_length(digest) = 32),
  scopes text[] not null check (scopes in ('{data.read}', '{data.read,data.write}')),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null,
  primary key (household_id, id),
  foreign key (household_id, member_id) references members
);

-- The one way from a presented key to its household; it stands outside the households by design.
create table key_lookup (
  public_id text primary key,
  household_id uuid not null,
  key_id uuid not null,
  foreign key (household_id, key_id) references api_keys on delete cascade
);
