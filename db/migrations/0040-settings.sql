-- How amounts and days are written for a household; null: as each reader's own device does.
alter table households add column locale text;
alter table households add column date_format text
  check (date_format in ('YYYY-MM-DD', 'DD/MM/YYYY', 'MM/DD/YYYY', 'DD.MM.YYYY'));
-- When its weeks and months begin. Every month has the first 28 days.
alter table households add column week_starts_on text not null default 'monday'
  check (week_starts_on in ('monday', 'sunday', 'saturday'));
alter table households add column month_starts_on_day smallint not null default 1
  check (month_starts_on_day between 1 and 28);
-- What free-to-spend counts: whether what is pending on its way out is gone, and which types of account hold cash.
alter table households add column include_pending boolean not null default true;
alter table households add column account_types text[] not null default '{depository,wallet}'
  check (account_types <@ '{depository,wallet,investment,other}'::text[]);
alter table households alter column week_starts_on drop default, alter column month_starts_on_day drop default,
  alter column include_pending drop default, alter column account_types drop default;

-- The account that a schedule's deposit arrives on; null: income on any account counts.
alter table funding_schedules add column account_id uuid;
alter table funding_schedules add foreign key (household_id, account_id) references accounts
  on delete set null (account_id);
