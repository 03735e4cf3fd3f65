-- Each table that is pruned is found by its age (docs/operating.md, "How long things are kept").
create index audit_entries_by_age on audit_entries (at);
create index invitations_by_age on invitations (expires_at);
create index sync_runs_by_age on sync_runs (started_at);
create index provider_requests_by_age on provider_requests (sent_at);
create index imports_by_age on imports (finished_at) where finished_at is not null;
create index api_keys_revoked on api_keys (revoked_at) where revoked_at is not null;
create index api_keys_by_expiry on api_keys (expires_at);
create index wallet_devices_revoked on wallet_devices (revoked_at) where revoked_at is not null;
create index person_events_by_age on person_events (at);
