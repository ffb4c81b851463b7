-- How far each lane was read.
-- $1 lanes
select lane, position from granting_checkpoint where lane = any($1::smallint[])
