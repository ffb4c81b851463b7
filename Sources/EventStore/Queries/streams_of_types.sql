-- Returns the next streams of a lane that have events of these types, in order.
-- $1 lane, $2 after this stream, $3 types, $4 limit
select distinct stream
from event
where lane = $1::smallint and stream > $2::uuid and type = any($3::smallint[])
order by stream
limit $4::bigint
