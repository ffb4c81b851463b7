-- Returns true while a process works for a consumer.
-- $1 lanes, $2 consumer
select exists (
  select from consumer_checkpoint
  where lane = any($1::smallint[]) and consumer = $2::text and generation = 0
    and claimed_until >= clock_timestamp())
