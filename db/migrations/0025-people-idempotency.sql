-- Answers of what a person has asked for under an Idempotency-Key, where it concerns no household yet.
create table person_idempotency_keys (
  person_id uuid not null references persons (id) on delete cascade,
  key text not null check (char_length(key) between 8 and 128),
  fingerprint bytea not null,
  status integer,
  body text,
  created_at timestamptz not null,
  primary key (person_id, key)
);
create index person_idempotency_keys_by_age on person_idempotency_keys (created_at);
