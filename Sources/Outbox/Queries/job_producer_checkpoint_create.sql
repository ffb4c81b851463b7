-- Creates the checkpoint of the job producer at the beginning of a lane, once.
-- $1 lane
insert into job_producer_checkpoint (lane, position) values ($1::smallint, 0)
on conflict (lane) do nothing
