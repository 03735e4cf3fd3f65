-- Households, who belongs to them, and the log of their changes.

-- The tenant: a personal or a joint account in the words of the specification. Every key of household data begins with
-- `household_id`, so that tables can be distributed by it.
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
  -- Raised by every write under the row's lock: one writer per household, and an exact order for change feeds.
  revision bigint not null check (revision >= 0),
  -- The last day whose paydays and due dates have been processed.
  processed_through date not null,
  trial_ends_at timestamptz,
  renews_at timestamptz,
  created_at timestamptz not null,
  -- When the engine processes the household next: the start, in the household's zone, of the next day with a payday or a
  -- due date, or now after a change. Null: nothing is planned.
  due_at timestamptz,
  -- Raised by each change of the settings, so that two owners notice each other's changes.
  updated_at timestamptz not null,
  -- Set for a demo household, which may be thrown away at any time.
  demo_since timestamptz,
  -- Since when requests of this household's keys are not logged; null: they are.
  requests_off_since timestamptz,
  -- When a member dismissed the list of first steps for everybody; null: it is shown until it is done.
  first_steps_dismissed_at timestamptz,
  -- How amounts and days are written; null: as each reader's device does.
  locale text,
  date_format text check (date_format in ('YYYY-MM-DD', 'DD/MM/YYYY', 'MM/DD/YYYY', 'DD.MM.YYYY')),
  -- When the household's weeks and months begin. At most 28, because every month has that many days.
  week_starts_on text not null check (week_starts_on in ('monday', 'sunday', 'saturday')),
  month_starts_on_day smallint not null check (month_starts_on_day between 1 and 28),
  -- Rules of free-to-spend: pending outflows are already deducted, and these types of account hold cash.
  include_pending boolean not null,
  account_types text[] not null check (account_types <@ '{depository,wallet,investment,other}'::text[]),
  -- Until when the engine skips a household after a failure. `due_at` keeps the start of the household's next day, so that
  -- unprocessed days are not mistaken for days without events.
  engine_rests_until timestamptz
) with (fillfactor = 80);
-- Finds the households that the engine has to process.
create index households_due on households (due_at) where due_at is not null;

-- A member of a household. A former member stays, because records refer to it.
create table members (
  household_id uuid not null references households,
  id uuid not null,
  name text not null check (name <> ''),
  email text not null check (email <> ''),
  role text not null check (role in ('owner', 'member')),
  created_at timestamptz not null,
  removed_at timestamptz,
  -- Null: nobody signs in as this member yet.
  person_id uuid,
  primary key (household_id, id)
);
-- Keeps a person from being a member of one household twice.
create unique index members_by_person on members (household_id, person_id) where removed_at is null;
-- Lists the households of a person.
create index memberships on members (person_id) where removed_at is null and person_id is not null;
-- Keeps addresses unique within a household.
create unique index members_by_email on members (household_id, canonical_email(email))
  where removed_at is null;

-- A link by which a person becomes a member.
create table invitations (
  household_id uuid not null references households,
  id uuid not null,
  digest bytea not null check (octet_length(digest) = 32),
  role text not null check (role in ('owner', 'member')),
  -- The account that the invitation is for; null: anybody who has the link.
  email text check (email <> ''),
  -- The existing member that the invitee becomes; null: a new one.
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
-- Finds the invitation of a link, before any household is known.
create index invitations_by_digest on invitations (digest);
-- Finds rows to prune.
create index invitations_by_age on invitations (expires_at);

-- The audit log: each change by a person, with the values before and after it. Entries are never edited.
create table audit_entries (
  household_id uuid not null references households,
  id uuid not null,
  at timestamptz not null,
  -- Null: the operator.
  member_id uuid,
  through text not null check (through in ('app', 'cli', 'api', 'engine')),
  action text not null check (action <> ''),
  subject_type text not null check (subject_type <> ''),
  subject_id uuid not null,
  -- The fields that changed. `before` is null for a new record, `after` for a deleted one.
  before jsonb,
  after jsonb,
  primary key (household_id, id),
  foreign key (household_id, member_id) references members
);
-- Lists the log of a household, newest first.
create index audit_entries_newest on audit_entries (household_id, at desc, id desc);
-- Lists the log of one record.
create index audit_entries_by_subject on audit_entries (household_id, subject_id, at desc);
-- Finds rows to prune.
create index audit_entries_by_age on audit_entries (at);

-- The stored answer of a write, committed in the write's own transaction; a request that repeats the key is answered
-- from here.
create table idempotency_keys (
  household_id uuid not null references households,
  key text not null check (char_length(key) between 8 and 128),
  fingerprint bytea not null,
  status smallint,
  body text,
  request_id text not null,
  created_at timestamptz not null,
  primary key (household_id, key)
);
-- Finds rows to prune.
create index idempotency_keys_by_age on idempotency_keys (created_at);
