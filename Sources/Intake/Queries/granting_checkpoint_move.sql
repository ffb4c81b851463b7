-- Moves on in a lane, after what was due up to there is decided.
-- $1 lane, $2 position, $3 position of lane 0
update granting_checkpoint
set position = $2::bigint, commons_position = $3::bigint, moved_at = statement_timestamp()
where lane = $1::smallint
