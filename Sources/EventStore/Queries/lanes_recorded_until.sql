-- Returns the latest moment of recording in these lanes; null if they are empty.
-- $1 lanes
select max(h.recorded_at)
from lane l
cross join lateral (
  select recorded_at from lane_batch where lane = l.lane order by first_position desc limit 1
) as h
where l.lane = any($1::smallint[])
