-- Returns the checkpoints of granting.
-- $1 lanes
select lane, position from granting_checkpoint where lane = any($1::smallint[])
