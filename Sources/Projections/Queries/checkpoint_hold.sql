-- Waits for the checkpoint of a projection in a lane, locks it for this transaction and returns it.
-- $1 lane, $2 projection
select position, shared_position from projection_checkpoint
where lane = $1::smallint and projection = $2::text
for update
