-- Returns the last position of each lane.
-- $1 lanes
select l.lane, coalesce(h.last_position, 0) as position
from lane l
left join lateral (
  select last_position from lane_batch where lane = l.lane order by first_position desc limit 1
) as h on true
where l.lane = any($1::smallint[])
