-- Returns the next events of a lane, stream by stream, each stream in order.
-- $1 lane, $2 stream, $3 after this position of it, $4 up to this position of the lane,
-- $5 limit
select {event_columns}
from event
where lane = $1::smallint and (stream, position) > ($2::uuid, $3::bigint)
  and {first_position} <= $4::bigint
order by stream, position
limit $5::bigint
