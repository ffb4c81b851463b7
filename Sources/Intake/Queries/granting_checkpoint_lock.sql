-- Locks a lane for granting and returns its checkpoint. Returns no row if another process has the
-- lane, which does the same work, or if the ledger is paused.
-- $1 lane
select position, shared_position from granting_checkpoint
where lane = $1::smallint
  and not exists (select from installation where paused_since is not null)
for update skip locked
