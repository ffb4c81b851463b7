-- Returns the events that have these ids.
-- $1 lanes, $2 positions, side by side
select {event_columns}
from unnest($1::smallint[], $2::bigint[]) as n(lane, position)
join event using (lane, position)
