-- Locks the checkpoint of a projection in a lane for this transaction and returns it. Returns no
-- row if another projector has it, which does the same work.
-- $1 lane, $2 projection
select position, shared_position from projection_checkpoint
where lane = $1::smallint and projection = $2::text
for update skip locked
