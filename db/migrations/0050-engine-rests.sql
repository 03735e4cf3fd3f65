-- Until when the engine leaves a household alone that it failed to work off; `due_at` stays when its next day begins, so that
-- nobody takes days that are still to be worked off for days on which nothing happens.
alter table households add column engine_rests_until timestamptz;
