-- Consent, openings and epochs: what the kinds of their events are called.
insert into event_type (type, word) values
  (17, 'consent.changed'), (18, 'opening.declared'), (19, 'epoch.opened');

-- A consumable that no catalogue names waits only if it was bought after the opening of its app. One
-- bought before is kept here too: an opening may be moved back.
alter table unpriced_transaction
  add column delivered_elsewhere boolean not null default false;
