-- Questions about statement files that a person answers before anything is stored, and the rows that files leave out.

-- The part of the reading that is open in the last preview; null: none. A file with an open question is not imported.
alter table imports add column question text check (question in ('spending', 'date_order', 'decimal', 'columns', 'status'));

-- The rows that are no bookings, by reason, each with its count and first lines; null: not read yet.
alter table imports add column skipped jsonb;
