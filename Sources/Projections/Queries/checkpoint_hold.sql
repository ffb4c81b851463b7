-- Waits for the projection's place in a lane and holds it for this transaction.
-- $1 lane, $2 projection
select position, commons_position from projection_checkpoint
where lane = $1::smallint and projection = $2::text
for update
