-- Takes the lane for this transaction and tells how far it was read. No row where another process has
-- it: its work is the same. None either while the ledger is held.
-- $1 lane
select position, commons_position from granting_checkpoint
where lane = $1::smallint
  and not exists (select from installation where held_since is not null)
for update skip locked
