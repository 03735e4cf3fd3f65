-- The browsers in which a person has signed in: one row a person and browser, so that each can be shown and ended.
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
create index known_browsers_by_browser on known_browsers (id);
create index known_browsers_by_age on known_browsers (last_used_at);

-- The member who made a device, where that is another one than its holder could be; null: the operator.
alter table wallet_devices add column made_by uuid;
alter table wallet_devices add foreign key (household_id, made_by) references members;
update wallet_devices d set made_by = (
  select a.member_id from audit_entries a
  where a.household_id = d.household_id and a.subject_id = d.id and a.action = 'wallet_device.create'
  order by a.at limit 1);
-- Whoever has gone has left no way in.
update wallet_devices d set revoked_at = m.removed_at from members m
where d.revoked_at is null and m.household_id = d.household_id and m.removed_at is not null
  and m.id in (d.member_id, d.made_by);
