-- Returns the positions and streams of events.
-- $1 lane, $2 positions
select read_position, stream
from unnest($2::bigint[]) as n(read_position)
join event on lane = $1::smallint and position >= read_position
  and position < {row_reach} and {first_position} <= read_position
