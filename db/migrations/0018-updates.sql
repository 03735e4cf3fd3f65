-- A provider that tells changes since a cursor. Null: from the beginning.
alter table connections add column cursor text;
-- Until when the bank's consent lasts, where the provider says so.
alter table connections add column consent_expires_at timestamptz;
-- When the provider last told of news by itself: where it never does, it is asked more often.
alter table connections add column told_at timestamptz;
create index connections_by_item on connections (external_item_id) where external_item_id is not null;
