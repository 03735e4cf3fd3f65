-- The request that was counted last. Whoever counts the next one must have seen it, so two cannot both take the last one
-- that a provider allows, and neither waits for the other.
alter table connections add column last_request_id uuid;
