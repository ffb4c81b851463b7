-- Returns the batch that holds a position, or the last one before it.
-- $1 lane, $2 position
select last_position, chain
from lane_batch
where lane = $1::smallint and first_position <= $2::bigint
order by first_position desc
limit 1
