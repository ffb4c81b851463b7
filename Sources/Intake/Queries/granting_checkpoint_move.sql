-- Moves the checkpoint of granting, after the grants up to there are decided.
-- $1 lane, $2 position, $3 position of lane 0
update granting_checkpoint
set position = $2::bigint, shared_position = $3::bigint, moved_at = statement_timestamp()
where lane = $1::smallint
