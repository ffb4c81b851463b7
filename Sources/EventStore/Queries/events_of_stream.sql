-- Returns the next events of a stream in order.
-- $1 lane, $2 stream, $3 after this position, $4 limit
select {event_columns}
from event
where lane = $1::smallint and stream = $2::uuid and position > $3::bigint
order by position
limit $4::bigint
