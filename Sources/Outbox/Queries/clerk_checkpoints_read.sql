-- How far each lane was read.
-- $1 lanes
select lane, position from clerk_checkpoint where lane = any($1::smallint[])
