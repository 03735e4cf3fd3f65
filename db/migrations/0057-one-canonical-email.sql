-- One canonical form of an e-mail address, for look-up and for what must be unique. `lower` follows the database's locale,
-- which may take letters together that code keeps apart (`İ` and `i`), so that one account had several counters of wrong
-- tries. The same in code: `src/core/values/canonical-email.ts`.
create function canonical_email(email text) returns text
  language sql immutable strict parallel safe
  return lower(email collate "C");

drop index persons_by_email;
create unique index persons_by_email on persons (canonical_email(email));
drop index members_by_email;
create unique index members_by_email on members (household_id, canonical_email(email))
  where removed_at is null;

-- Their subjects name accounts in another way from now on.
delete from sign_in_attempts;

-- Counts a try by each of its subjects, or by none of them where one has been used up: a try that is refused must not raise a
-- count that other people share. Returns when the window began that refuses it, the latest one; null: it was counted.
-- Subjects are locked in their order, so that no two tries wait for each other.
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
