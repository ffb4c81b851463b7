-- Claims a lane for a consumer that works outside a transaction, and returns its checkpoint. Returns no
-- row if another process has claimed the lane, or if the ledger is paused.
-- $1 lane, $2 consumer, $3 the claiming process, $4 milliseconds until the claim ends by itself
update consumer_checkpoint
set claimed_by = $3::uuid,
  claimed_until = statement_timestamp() + $4::bigint * interval '1 millisecond'
where lane = $1::smallint and consumer = $2::text and generation = 0
  and (claimed_until is null or claimed_until < statement_timestamp() or claimed_by = $3::uuid)
  and not exists (select from installation where paused_since is not null)
returning lane, position, shared_position
