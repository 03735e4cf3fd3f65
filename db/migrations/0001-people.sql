-- People, how they prove who they are, and where they are signed in. People stand outside the households, because one
-- person may belong to several.
-- In all migrations: times and ids are parameters, so no column has a generated default.

-- The one canonical form of an e-mail address, for look-ups and for uniqueness. It ignores the database's locale, under
-- which `lower` may merge letters that code keeps distinct (`İ` and `i`); one account would then have several counters of
-- failed attempts. The same function in code: `src/core/values/canonical-email.ts`.
create function canonical_email(email text) returns text
  language sql immutable strict parallel safe
  return lower(email collate "C");

-- A person who signs in.
create table persons (
  id uuid primary key,
  -- Null: a guest, who looks around in the demo household and has no account.
  email text check (email <> ''),
  name text not null check (name <> ''),
  -- Hash with its parameters and salt; null: none has been set.
  password text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When the person accepted or declined the offer of a passkey, which is made once; null: not yet.
  passkey_offer_ended_at timestamptz,
  check (password is null or email is not null)
);
-- Finds the account at sign-in and keeps addresses unique.
create unique index persons_by_email on persons (canonical_email(email));

-- A browser in which a person is signed in.
create table sessions (
  id uuid primary key,
  digest bytea not null unique check (octet_length(digest) = 32),
  person_id uuid not null references persons on delete cascade,
  -- The household that the person viewed last.
  household_id uuid,
  through text not null check (through in ('password', 'passkey', 'setup', 'invitation', 'reset')),
  agent text not null,
  address text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the person last proved who they are; the most sensitive operations need a recent proof.
  proved_at timestamptz not null
);
-- Lists and ends the sessions of a person.
create index sessions_by_person on sessions (person_id);

-- A browser in which a person has signed in before: one row per person and browser, so that each can be shown and ended.
-- A cookie (`access/sessions/known-browser.ts`) names the browser; it counts while there is a row.
create table known_browsers (
  person_id uuid not null references persons on delete cascade,
  id uuid not null,
  agent text not null,
  address text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (person_id, id)
);
-- Finds the people of a browser.
create index known_browsers_by_browser on known_browsers (id);
-- Finds rows to prune.
create index known_browsers_by_age on known_browsers (last_used_at);

-- A link that works once: to set the instance up, or to set a new password.
create table one_time_links (
  digest bytea primary key check (octet_length(digest) = 32),
  purpose text not null check (purpose in ('setup', 'reset')),
  person_id uuid references persons on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((purpose = 'reset') = (person_id is not null))
);

-- Attempts to sign in, counted by account and by the address that they came from.
create table sign_in_attempts (
  subject text primary key,
  began_at timestamptz not null,
  tries integer not null check (tries >= 0)
) with (fillfactor = 50);
-- Finds rows to prune.
create index sign_in_attempts_by_age on sign_in_attempts (began_at);

-- Counts an attempt against each of its subjects, or against none if one is used up: a refused attempt must not raise a
-- count that other people share. Returns when the refusing window began (the latest, if several refuse), or null if the
-- attempt was counted. Locks subjects in a fixed order, so that two attempts never deadlock.
create function count_sign_in_attempt(
  subjects text[], maxima integer[], at timestamptz, expired timestamptz
) returns timestamptz language plpgsql as $$
declare
  refused_since timestamptz;
begin
  insert into sign_in_attempts as a (subject, began_at, tries)
  select s.subject, at, 0 from unnest(subjects) as s(subject) order by s.subject
  on conflict (subject) do update set
    tries = case when a.began_at <= expired then 0 else a.tries end,
    began_at = case when a.began_at <= expired or a.tries = 0 then at else a.began_at end;
  select max(a.began_at) into refused_since
  from unnest(subjects, maxima) as s(subject, maximum)
  join sign_in_attempts a on a.subject = s.subject
  where a.tries >= s.maximum;
  if refused_since is null then
    update sign_in_attempts a set tries = a.tries + 1 where a.subject = any(subjects);
  end if;
  return refused_since;
end $$;

-- An authenticator app of a person.
create table authenticators (
  person_id uuid primary key references persons on delete cascade,
  -- Sealed.
  secret bytea not null,
  -- The time step of the last code that was used; a code works once.
  last_step bigint not null,
  -- Null: not yet shown to work, so sign-in does not ask for it.
  confirmed_at timestamptz,
  created_at timestamptz not null
);

-- Codes that replace a lost authenticator, each of which works once.
create table recovery_codes (
  person_id uuid not null references persons on delete cascade,
  digest bytea not null check (octet_length(digest) = 32),
  used_at timestamptz,
  primary key (person_id, digest)
);

-- A passkey of a person.
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
-- Lists the passkeys of a person.
create index passkeys_by_person on passkeys (person_id);

-- A challenge that a browser was asked to sign with a passkey. Each is answered once.
create table passkey_challenges (
  challenge text primary key,
  purpose text not null check (purpose in ('register', 'sign_in', 'sudo')),
  person_id uuid references persons on delete cascade,
  expires_at timestamptz not null
);
-- Finds rows to prune.
create index passkey_challenges_by_age on passkey_challenges (expires_at);

-- The security log of a person: changes to the account, and attempts to sign in.
create table person_events (
  person_id uuid not null references persons on delete cascade,
  id uuid not null,
  at timestamptz not null,
  action text not null check (action <> ''),
  address text not null,
  agent text not null,
  primary key (person_id, id)
);
-- Finds rows to prune.
create index person_events_by_age on person_events (at);

-- Stored answers to requests of a person with an Idempotency-Key that concern no household yet.
create table person_idempotency_keys (
  person_id uuid not null references persons (id) on delete cascade,
  key text not null check (char_length(key) between 8 and 128),
  fingerprint bytea not null,
  status integer,
  body text,
  created_at timestamptz not null,
  primary key (person_id, key)
);
-- Finds rows to prune.
create index person_idempotency_keys_by_age on person_idempotency_keys (created_at);
