-- The lanes in which there is something to read, in themselves or in lane 0.
-- $1 lanes
select l.lane
from unnest($1::smallint[]) as l(lane)
left join granting_checkpoint c on c.lane = l.lane
left join lateral (
  select last_position from lane_batch where lane = l.lane order by first_position desc limit 1
) as h on true
left join lateral (
  select last_position from lane_batch where lane = 0 order by first_position desc limit 1
) as z on true
where h.last_position > coalesce(c.position, 0)
  or z.last_position > coalesce(c.commons_position, 0)
order by l.lane
