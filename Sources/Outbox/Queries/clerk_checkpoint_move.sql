-- Moves on in a lane, after what is owed up to there is written down.
-- $1 lane, $2 position
update clerk_checkpoint
set position = $2::bigint, moved_at = statement_timestamp()
where lane = $1::smallint
