-- What people change about their budget, and the trace that each change leaves.

-- Raised by each change of the settings, so that two owners notice each other.
alter table households add column updated_at timestamptz;
update households set updated_at = created_at;
alter table households alter column updated_at set not null;

-- Paydays beside the regular ones, each on its own day.
alter table funding_schedules add column extra_days date[];
update funding_schedules set extra_days = '{}';
alter table funding_schedules alter column extra_days set not null;

-- A closed account keeps its history; nothing is booked on it any more.
alter table accounts add column closed_at timestamptz;

-- A payday that waits for its money: what it asked for and could not give is funded, up to and including `until`, when
-- income arrives.
create table payday_waits (
  household_id uuid not null references households,
  day date not null,
  until date not null check (until >= day),
  -- Income has arrived that the engine has not looked at yet.
  arrived boolean not null,
  primary key (household_id, day)
);

-- Who changed what, through what, and how it was before: never edited, never deleted.
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
  -- The fields that changed; null where there was nothing before, or is nothing after.
  before jsonb,
  after jsonb,
  primary key (household_id, id),
  foreign key (household_id, member_id) references members
);
create index audit_entries_newest on audit_entries (household_id, at desc, id desc);
create index audit_entries_by_subject on audit_entries (household_id, subject_id, at desc);

-- Who is signed in. Found by what the browser shows, before any household is known: outside by design, like key_lookup.
create table sessions (
  digest bytea primary key check (octet_length(digest) = 32),
  household_id uuid not null,
  member_id uuid not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  foreign key (household_id, member_id) references members
);
create index sessions_by_member on sessions (household_id, member_id);
