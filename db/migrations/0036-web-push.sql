-- Web Push: browsers as ways of notices.

-- The key by which push services know this instance. It is made once, because each subscription of a browser is bound to it.
create table push_keys (
  id uuid primary key,
  -- The uncompressed point of P-256 in base64url, as browsers want it.
  public_key text not null check (public_key ~ '^[A-Za-z0-9_-]{87}$'),
  -- A private JWK, sealed.
  private_key bytea not null,
  created_at timestamptz not null
);
create unique index push_keys_is_one on push_keys ((true));

alter table notice_ways drop constraint notice_ways_kind_check;
alter table notice_ways add constraint notice_ways_kind_check
  check (kind in ('ntfy', 'gotify', 'telegram', 'url', 'push', 'mail'));

-- The session in which a browser was added: its notices end with it. Null: not a browser, or its session has expired by age.
alter table notice_ways add column session_id uuid;
alter table notice_ways add constraint notice_ways_session_check check (kind = 'push' or session_id is null);
-- Finds the browsers of a session.
create index notice_ways_by_session on notice_ways (session_id) where session_id is not null;
