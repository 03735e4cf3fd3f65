-- People, how they prove who they are, who belongs to which household, and what the developers' area keeps.

-- Somebody who signs in. People stand outside the households, for one person may belong to several.
create table persons (
  id uuid primary key,
  -- Null: a guest, who looks around in the demo household and has no account.
  email text check (email <> ''),
  name text not null check (name <> ''),
  -- Hash with its parameters and salt; null: none has been set.
  password text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (password is null or email is not null)
);
create unique index persons_by_email on persons (lower(email));

-- Null: nobody signs in as this member yet.
alter table members add column person_id uuid;
create unique index members_by_person on members (household_id, person_id) where removed_at is null;
create index memberships on members (person_id) where removed_at is null and person_id is not null;

-- A household that shows what the product does; it may be thrown away at any time.
alter table households add column demo_since timestamptz;
-- Since when the requests of this household's keys are not kept; null: they are.
alter table households add column requests_off_since timestamptz;

-- A browser in which somebody is signed in. `household_id` is the household that they looked at last.
drop table sessions;
create table sessions (
  id uuid primary key,
  digest bytea not null unique check (octet_length(digest) = 32),
  person_id uuid not null references persons on delete cascade,
  household_id uuid,
  through text not null check (through in ('password', 'passkey', 'setup', 'invitation', 'reset')),
  agent text not null,
  address text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- When they last proved who they are: what is most sensitive needs it to be recent.
  proved_at timestamptz not null
);
create index sessions_by_person on sessions (person_id);

-- Links that work once: to set the instance up, and to set a new password.
create table one_time_links (
  digest bytea primary key check (octet_length(digest) = 32),
  purpose text not null check (purpose in ('setup', 'reset')),
  person_id uuid references persons on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((purpose = 'reset') = (person_id is not null))
);

-- Tries to prove who one is, by account and by the address that they came from.
create table sign_in_attempts (
  subject text primary key,
  began_at timestamptz not null,
  tries integer not null check (tries >= 0)
) with (fillfactor = 50);
create index sign_in_attempts_by_age on sign_in_attempts (began_at);

create table authenticators (
  person_id uuid primary key references persons on delete cascade,
  -- Sealed.
  secret bytea not null,
  -- The last step whose code was used; a code works once.
  last_step bigint not null,
  -- Null: not yet shown to work, so not asked for.
  confirmed_at timestamptz,
  created_at timestamptz not null
);

create table recovery_codes (
  person_id uuid not null references persons on delete cascade,
  digest bytea not null check (octet_length(digest) = 32),
  used_at timestamptz,
  primary key (person_id, digest)
);

create table passkeys (
  id uuid primary key,
  person_id uuid not null references persons on delete cascade,
  name text not null check (name <> ''),
  -- The host that it works on.
  host text not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  unique (credential_id)
);
create index passkeys_by_person on passkeys (person_id);

-- What a browser was asked to sign with a passkey: each is answered once.
create table passkey_challenges (
  challenge text primary key,
  purpose text not null check (purpose in ('register', 'sign_in', 'sudo')),
  person_id uuid references persons on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_by_age on passkey_challenges (expires_at);

-- What somebody did about their own account, and who tried to get in.
create table person_events (
  person_id uuid not null references persons on delete cascade,
  id uuid not null,
  at timestamptz not null,
  action text not null check (action <> ''),
  address text not null,
  agent text not null,
  primary key (person_id, id)
);

-- A link by which somebody becomes a member.
create table invitations (
  household_id uuid not null references households,
  id uuid not null,
  digest bytea not null check (octet_length(digest) = 32),
  role text not null check (role in ('owner', 'member')),
  -- Whose account it is for; null: whoever has the link.
  email text check (email <> ''),
  -- The member that the person becomes; null: a new one.
  member_id uuid,
  -- Null: the operator.
  invited_by uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  primary key (household_id, id),
  foreign key (household_id, member_id) references members,
  foreign key (household_id, invited_by) references members
);
create index invitations_by_digest on invitations (digest);

-- How a key was used last, and how often on that day.
create table key_usage (
  household_id uuid not null,
  key_id uuid not null,
  last_used_at timestamptz not null,
  address text not null,
  agent text not null,
  day date not null,
  requests integer not null check (requests >= 0),
  primary key (household_id, key_id),
  foreign key (household_id, key_id) references api_keys on delete cascade
) with (fillfactor = 50);

-- The latest requests to the public API. A request's id begins with its moment, so that it is the order too.
create table request_log (
  household_id uuid not null references households,
  request_id text not null,
  member_id uuid not null,
  key_id uuid not null,
  at timestamptz not null,
  method text not null,
  path text not null,
  query text not null,
  status smallint not null,
  code text,
  milliseconds integer not null,
  headers jsonb not null,
  limits jsonb,
  body text,
  answer text,
  primary key (household_id, request_id)
);
create index request_log_by_age on request_log (at);
