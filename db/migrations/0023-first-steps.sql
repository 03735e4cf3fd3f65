-- When somebody put the list of first steps away, for everybody in the household; null: it is shown until it is done.
alter table households add column first_steps_dismissed_at timestamptz;
