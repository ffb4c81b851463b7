-- Takes events out of the park that were taken in after all.
-- $1 lane, $2 projection, $3 positions
delete from parked_event
where lane = $1::smallint and projection = $2::text and position = any($3::bigint[])
