-- Waits for the checkpoint of a consumer in a lane, locks it for this transaction and returns it.
-- $1 lane, $2 consumer, $3 generation
select lane, position, shared_position from consumer_checkpoint
where lane = $1::smallint and consumer = $2::text and generation = $3::integer
for update
