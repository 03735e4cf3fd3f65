-- A move of a household whose rows have arrived can no longer be cancelled; only the deletion here is left. The destination
-- knows first. This says so here, to those who look for moves that are not finished.
alter table household_departures add column arrived_at timestamptz;

-- Pruning finds idle addresses by the hour of their last request. Without it, every address of the last two hours was read.
create index address_windows_by_hour on address_windows (hour);
