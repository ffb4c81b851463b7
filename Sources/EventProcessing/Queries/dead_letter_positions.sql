-- Returns the names and positions of the dead letters of a lane.
-- $1 lane, $2 names of consumers
select consumer, position from dead_letter
where lane = $1::smallint and consumer = any($2::text[])
