-- Returns the events of these streams after a position of each lane, each stream in order.
-- $1 lanes, $2 streams, $3 positions, side by side
select {event_columns}
from unnest($1::smallint[], $2::uuid[], $3::bigint[]) as read(read_lane, read_stream, read_position)
join event on lane = read_lane and stream = read_stream and position > read_position
order by lane, position
