-- Returns the place in a lane that is read again, and the last position to read.
-- $1 lane
select position, until_position from granting_backfill where lane = $1::smallint
