-- Backups of the whole instance, which belong to no household.

-- The id by which a folder of backups knows whose files it holds. One row; a restored instance keeps its id.
create table instance (
  id uuid primary key,
  created_at timestamptz not null
);
create unique index instance_is_one on instance ((true));

-- Each attempt to write a backup. The files themselves are what the folder holds.
create table backup_runs (
  id uuid primary key,
  kind text not null check (kind in ('nightly', 'by_hand', 'before_migration', 'command')),
  status text not null check (status in ('queued', 'running', 'done', 'failed')),
  asked_at timestamptz not null,
  began_at timestamptz,
  ended_at timestamptz,
  -- The name of the file, without its folder.
  file text,
  bytes bigint check (bytes >= 0),
  -- Null until it is done. False: everybody who reads the file reads everything.
  sealed boolean,
  -- Why it failed: a word for the application, and the message for the operator.
  fault text,
  fault_message text,
  check ((status = 'done') = (bytes is not null)),
  check ((status = 'failed') = (fault is not null))
);
create index backup_runs_by_time on backup_runs (asked_at);
-- People ask for one backup at a time.
create unique index backup_runs_queued on backup_runs (kind) where status = 'queued';

-- People who see how the instance is kept: the person who opened the link that the server printed at its first start, and those
-- whom the operator named. It opens no household and no backup.
create table operators (
  person_id uuid primary key references persons (id) on delete cascade,
  since timestamptz not null
);
insert into operators (person_id, since)
  select p.id, p.created_at from persons p
  where p.email is not null
  order by exists (select from person_events e where e.person_id = p.id and e.action = 'setup') desc, p.created_at, p.id
  limit 1;
