-- Consent, openings and epochs: what the kinds of their events are called, and where a restored ledger
-- stands.
insert into event_type (type, word) values
  (17, 'consent.changed'), (18, 'opening.declared'), (19, 'epoch.opened');

-- Since when nothing goes out and nothing is granted, after a restore; null as a rule.
alter table installation add column if not exists held_since timestamptz;

-- A consumable that no catalogue names waits only if it was bought after the opening of its app. One
-- bought before is kept here too: an opening may be moved back.
alter table unpriced_transaction
  add column delivered_elsewhere boolean not null default false;
