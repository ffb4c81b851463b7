-- Returns the events of these types in these streams, each stream in order.
-- $1 lanes, $2 streams, side by side; $3 types
select {event_columns}
from unnest($1::smallint[], $2::uuid[]) as read(read_lane, read_stream)
join event on lane = read_lane and stream = read_stream and type = any($3::smallint[])
order by lane, position
