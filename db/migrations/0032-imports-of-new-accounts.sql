-- A file may be for an account that nobody has yet: it is made with the file's rows, and not before.
alter table imports alter column account_id drop not null;
-- Name, type, subtype and currency of the account that the import makes.
alter table imports add column new_account jsonb;
alter table imports add constraint imports_account_check
  check (account_id is not null or (new_account is not null and status not in ('done', 'undone')));
