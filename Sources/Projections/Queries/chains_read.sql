-- Returns the states of these chains, without their transactions.
-- $1 lanes, $2 streams, side by side
select c.lane, c.stream, c.state
from unnest($1::smallint[], $2::uuid[]) as n(lane, stream)
join chain c using (lane, stream)
