-- When a person took the offer of a passkey, or said no to it; null: it is still to be made. It is made once.
alter table persons add column passkey_offer_ended_at timestamptz;
update persons set passkey_offer_ended_at =
  (select min(created_at) from passkeys where passkeys.person_id = persons.id);
