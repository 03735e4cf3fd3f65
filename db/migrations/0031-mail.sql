-- Mail of the instance: the server it goes through, and the mails of accounts.

-- The mail server that operators have set on the page. The environment comes before it.
create table mail_settings (
  name text primary key check (name = 'smtp'),
  -- Host, port, TLS, user, password and sender, sealed as one.
  server bytea not null,
  updated_at timestamptz not null
);

-- The outbox of accounts: invitations, password resets, new browsers. Written in the transaction of what it tells of.
create table mails (
  id uuid primary key,
  kind text not null check (kind in ('invitation', 'reset', 'new_browser', 'way')),
  state text not null check (state in ('asked', 'queued', 'sent', 'failed', 'unsure', 'cancelled')),
  -- Recipient and text, with the secrets of links, sealed; null: the mail has ended. While it is asked for, the address
  -- that was typed: a worker looks for its account, so that the answer takes as long without one.
  content bytea,
  -- It is not sent later than this.
  expires_at timestamptz not null,
  attempts smallint not null check (attempts >= 0),
  due_at timestamptz not null,
  lease_until timestamptz,
  lease_owner text,
  -- Set before the text is handed to the server. Without an answer nobody knows if it was accepted, so it is not sent again.
  handed_over_at timestamptz,
  reason text,
  created_at timestamptz not null,
  ended_at timestamptz,
  claimable_at timestamptz generated always as (
    case when state in ('asked', 'queued') then greatest(due_at, lease_until) end) stored,
  check ((content is null) = (ended_at is not null)),
  check ((state in ('asked', 'queued')) = (ended_at is null)),
  check ((lease_until is null) = (lease_owner is null))
);
-- Finds the mails to send next.
create index mails_claimable on mails (claimable_at) where claimable_at is not null;
-- Finds rows to prune.
create index mails_by_end on mails (ended_at) where ended_at is not null;

-- The mail that carries the link; null: somebody hands it over.
alter table invitations add column mail_id uuid;
-- Finds the invitation that a mail belongs to.
create index invitations_by_mail on invitations (mail_id) where mail_id is not null;
