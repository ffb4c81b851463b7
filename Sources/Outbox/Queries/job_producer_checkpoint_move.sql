-- Moves the checkpoint of the job producer, after the jobs up to there are enqueued.
-- $1 lane, $2 position
update job_producer_checkpoint
set position = $2::bigint, moved_at = statement_timestamp()
where lane = $1::smallint
