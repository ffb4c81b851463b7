-- Returns the streams of events that cannot be read.
-- $1 lane, $2 positions
select distinct stream from event where lane = $1::smallint and position = any($2::bigint[])
