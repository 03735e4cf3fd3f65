-- Searches look through the different texts of a household instead of the texts of its transactions: most payments repeat
-- earlier ones, so there are few hundred texts where there are many thousands of transactions. The index of parts of words
-- was the largest of the transactions, and each match had to be read and compared once more in order to be counted.

drop index transactions_search;

-- The digest of a text, of as many bits as an exact integer of JavaScript has.
create function text_digest(text text) returns bigint
  immutable parallel safe language sql
  return hashtextextended(text, 0) & 9007199254740991;

-- The digest of the text in which `search` looks; null: the transaction is not visible, so no search finds it.
alter table transactions add column text_key bigint generated always as (
  case when deleted_at is null and not hidden
    then text_digest(search_text(concept, original_concept, notes)) end) stored;

-- The texts of the visible transactions, each once. Triggers keep them, so no writer can forget them.
create table transaction_texts (
  household_id uuid not null references households on delete cascade,
  -- A part of the key; see `transactions.text_key`.
  text_key bigint not null generated always as (text_digest(text)) stored,
  text text not null,
  primary key (household_id, text_key)
);

insert into transaction_texts (household_id, text)
select distinct household_id, search_text(concept, original_concept, notes) from transactions
where text_key is not null
on conflict do nothing;

-- Finds the texts that contain three letters or more.
create index transaction_texts_search on transaction_texts using gin (household_id, text gin_trgm_ops);
-- Counts the transactions with a text, also those of some days, without reading them.
create index transactions_by_text on transactions (household_id, text_key, booked_at) where text_key is not null;

create function is_text_kept(household uuid, key bigint) returns boolean stable language plpgsql as $$
begin
  return exists (select 1 from transaction_texts x where x.household_id = household and x.text_key = key);
end $$;

create function drop_unused_text(household uuid, key bigint) returns void language plpgsql as $$
begin
  delete from transaction_texts x where x.household_id = household and x.text_key = key
    and not exists (select 1 from transactions t where t.household_id = household and t.text_key = key);
end $$;

-- Keeps the new texts of one statement. Most add none, and looking first costs them a third of what inserting nothing would.
create function keep_added_texts() returns trigger language plpgsql as $$
declare
  missing record;
begin
  for missing in
    select distinct t.household_id, search_text(t.concept, t.original_concept, t.notes) as text from added t
    where t.text_key is not null and not is_text_kept(t.household_id, t.text_key)
  loop
    insert into transaction_texts (household_id, text) values (missing.household_id, missing.text) on conflict do nothing;
  end loop;
  return null;
end $$;

-- A text that nothing has any more goes, so that nobody's words outlive their payment.
create function drop_removed_texts() returns trigger language plpgsql as $$
begin
  perform drop_unused_text(r.household_id, r.text_key)
  from (select distinct t.household_id, t.text_key from removed t where t.text_key is not null) r;
  return null;
end $$;

create function keep_changed_text() returns trigger language plpgsql as $$
begin
  if new.text_key is not null and not is_text_kept(new.household_id, new.text_key) then
    insert into transaction_texts (household_id, text)
    values (new.household_id, search_text(new.concept, new.original_concept, new.notes)) on conflict do nothing;
  end if;
  if old.text_key is not null then perform drop_unused_text(old.household_id, old.text_key); end if;
  return null;
end $$;

create trigger transactions_texts_added after insert on transactions
  referencing new table as added for each statement execute function keep_added_texts();
create trigger transactions_texts_removed after delete on transactions
  referencing old table as removed for each statement execute function drop_removed_texts();
-- For each row, because few changes are of a text and others are to cost nothing.
create trigger transactions_texts_changed after update on transactions for each row
  when (old.text_key is distinct from new.text_key) execute function keep_changed_text();
