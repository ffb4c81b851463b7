-- Returns the checkpoints of the job producer.
-- $1 lanes
select lane, position from job_producer_checkpoint where lane = any($1::smallint[])
