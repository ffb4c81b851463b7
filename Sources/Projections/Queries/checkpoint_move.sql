-- Moves the checkpoint of a projection in a lane, in the transaction that writes its rows.
-- $1 lane, $2 projection, $3 position, $4 position of lane 0
update projection_checkpoint
set position = $3::bigint, shared_position = $4::bigint, moved_at = statement_timestamp()
where lane = $1::smallint and projection = $2::text
