-- The lanes in which there is something to read.
-- $1 lanes, $2 projection
select l.lane
from unnest($1::smallint[]) as l(lane)
left join projection_checkpoint c on c.lane = l.lane and c.projection = $2::text
join lateral (
  select last_position from lane_batch where lane = l.lane order by first_position desc limit 1
) as h on h.last_position > coalesce(c.position, 0)
