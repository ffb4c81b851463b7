-- Returns the events of these streams up to a position, each stream in order.
-- $1 lane, $2 streams, $3 up to this position of the lane
select {event_columns}
from event
where lane = $1::smallint and stream = any($2::uuid[]) and {first_position} <= $3::bigint
order by stream, position
