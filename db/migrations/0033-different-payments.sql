-- Which rows that look like duplicates are other payments, as a person says; null: none.
alter table imports add column different jsonb;
