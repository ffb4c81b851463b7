-- Locks a lane for the job producer and returns its checkpoint. Returns no row if another process
-- has the lane, which does the same work.
-- $1 lane
select position from job_producer_checkpoint where lane = $1::smallint for update skip locked
