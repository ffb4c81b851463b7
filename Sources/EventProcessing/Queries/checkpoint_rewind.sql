-- Sets the checkpoint of a consumer in a lane back, and ends its claim: who holds it does not move the checkpoint, and
-- reads its page again.
-- $1 lane, $2 consumer, $3 generation, $4 position, $5 position of lane 0
update consumer_checkpoint
set position = $4::bigint, shared_position = $5::bigint, moved_at = statement_timestamp(),
  claimed_by = null, claimed_until = null
where lane = $1::smallint and consumer = $2::text and generation = $3::integer
