-- Returns the next events of a lane in order.
-- $1 lane, $2 after this position, $3 limit
select {event_columns}
from event
where lane = $1::smallint and position > $2::bigint
order by position
limit $3::bigint
