-- The next parked events of a lane in order.
-- $1 lane, $2 projection, $3 after this position, $4 how many at most
select position, reason, parked_at
from parked_event
where lane = $1::smallint and projection = $2::text and position > $3::bigint
order by position
limit $4::bigint
