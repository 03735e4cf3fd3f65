-- The version of the rule by which a household's payments were named and their merchants' keys made. Keys are stored with
-- rows, so after a change of the rule they are made again, a few rows at a time, from the row after `renamed_through`.
alter table households
  add column naming_version integer,
  add column renamed_through uuid;
update households set naming_version = 1;
alter table households alter column naming_version set not null;
create index households_named_before on households (naming_version);
