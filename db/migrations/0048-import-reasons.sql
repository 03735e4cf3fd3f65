-- Why an import failed, for whoever words it in another language; its English stands in `message`.
alter table imports add column reason jsonb;
