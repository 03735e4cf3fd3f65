-- What two payments were before a person said that they are one, so that it can be taken back; null: nobody has.
alter table match_suggestions add column accepted_at timestamptz, add column joined jsonb;
