-- Returns the lanes that are read again, each with its place and the last position to read.
-- $1 lanes
select lane, position, until_position from granting_backfill where lane = any($1::smallint[])
