-- Signing in through a provider of OpenID Connect.

-- An account at a provider by which a person signs in. The issuer and its subject identify it; an e-mail address never does.
create table oidc_identities (
  id uuid primary key,
  person_id uuid not null references persons on delete cascade,
  issuer text not null check (issuer <> ''),
  subject text not null check (subject <> ''),
  -- How the provider calls the account, to show it; null: it does not say.
  account text,
  created_at timestamptz not null,
  last_used_at timestamptz,
  unique (issuer, subject)
);
-- Lists the identities of a person.
create index oidc_identities_by_person on oidc_identities (person_id);

-- A login that has begun at a provider. It works once, in the browser that began it.
create table oidc_logins (
  id uuid primary key,
  -- Of the state that the provider sends back.
  state_digest bytea not null unique check (octet_length(state_digest) = 32),
  -- Of the secret in the browser's cookie. The nonce and the PKCE verifier are derived from that secret and not stored.
  browser_digest bytea not null check (octet_length(browser_digest) = 32),
  issuer text not null,
  redirect_uri text not null,
  purpose text not null check (purpose in ('sign_in', 'link', 'sudo', 'invitation', 'setup')),
  -- The session that began it, for `link` and `sudo`.
  session_id uuid references sessions on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Set before the provider is asked, so that no code is used twice.
  claimed_at timestamptz,
  -- The facts that the provider confirmed, sealed; kept while the person types the code of a second factor.
  facts bytea,
  check ((purpose in ('link', 'sudo')) = (session_id is not null))
);
-- Finds rows to prune.
create index oidc_logins_by_age on oidc_logins (expires_at);
-- Finds the logins of a session that ends.
create index oidc_logins_by_session on oidc_logins (session_id) where session_id is not null;

-- The sessions that a provider opened, to sign out there too.
create table oidc_sessions (
  session_id uuid primary key references sessions on delete cascade,
  issuer text not null,
  subject text not null,
  -- The provider's name of its own session, if it has one.
  sid text,
  -- Sealed. Names the login to the provider at sign-out.
  id_token bytea not null
);
-- Finds the sessions that a provider ends.
create index oidc_sessions_by_subject on oidc_sessions (issuer, subject);

alter table sessions drop constraint sessions_through_check;
alter table sessions add constraint sessions_through_check
  check (through in ('password', 'passkey', 'oidc', 'setup', 'invitation', 'reset'));
