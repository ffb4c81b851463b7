-- Forgets a lane that was read again to the end.
-- $1 lane
delete from granting_backfill where lane = $1::smallint and position >= until_position
