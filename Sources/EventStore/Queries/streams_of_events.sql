-- Returns the positions and streams of events.
-- $1 lane, $2 positions
select position, stream from event where lane = $1::smallint and position = any($2::bigint[])
