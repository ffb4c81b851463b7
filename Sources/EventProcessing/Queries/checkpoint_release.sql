-- Moves the checkpoint of a claimed lane and ends the claim. Returns no row if the claim has ended.
-- $1 lane, $2 consumer, $3 the claiming process, $4 position, $5 position of lane 0
update consumer_checkpoint
set position = $4::bigint, shared_position = $5::bigint, moved_at = statement_timestamp(),
  claimed_by = null, claimed_until = null
where lane = $1::smallint and consumer = $2::text and generation = 0 and claimed_by = $3::uuid
returning lane
