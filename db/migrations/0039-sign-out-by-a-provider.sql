-- Signing out at a provider ends the sessions that it opened (OpenID Connect Back-Channel Logout 1.0).

-- The names of the logout tokens that were used, so that none works twice.
create table oidc_logouts (
  issuer text not null,
  -- Of the token's `jti`, which has no limit of length.
  jti_digest bytea not null check (octet_length(jti_digest) = 32),
  received_at timestamptz not null,
  primary key (issuer, jti_digest)
);
-- Finds rows to prune.
create index oidc_logouts_by_age on oidc_logouts (received_at);

-- Finds the session that a provider ends.
create index oidc_sessions_by_sid on oidc_sessions (issuer, sid) where sid is not null;
