-- Returns the dead letters of one event.
-- $1 lane, $2 position
select lane, position, consumer, reason, dead_lettered_at
from dead_letter
where lane = $1::smallint and position = $2::bigint
order by consumer
