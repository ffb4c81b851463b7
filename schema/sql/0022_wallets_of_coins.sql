-- A grant tells by its state which wallet keeps the coins, the amount that a game booked, and when it
-- changed. The rows are made anew from the log.
truncate coin_grant, unpriced_transaction;
delete from projection_checkpoint where projection = 'grants';

alter table coin_grant
  -- as the game's acknowledgement told it; null where it told none
  add column booked_amount bigint,
  -- the position of the last event of the chain, by which the row is known to be unchanged since
  add column changed_position bigint not null;

create index coin_grant_changed on coin_grant (lane, changed_position);
