-- Returns the rows that hold the events of these ids.
-- $1 lanes, $2 positions, side by side
select distinct on (lane, position) {event_columns}
from unnest($1::smallint[], $2::bigint[]) as n(read_lane, read_position)
join event on lane = read_lane and position >= read_position
  and position < {row_reach} and {first_position} <= read_position
order by lane, position
