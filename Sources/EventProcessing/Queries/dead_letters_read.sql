-- Returns the next dead letters of a lane in order.
-- $1 lane, $2 consumer, $3 after this position, $4 limit
select position, reason, dead_lettered_at
from dead_letter
where lane = $1::smallint and consumer = $2::text and position > $3::bigint
order by position
limit $4::bigint
