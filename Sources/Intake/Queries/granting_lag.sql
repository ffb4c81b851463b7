-- Returns the number of events that granting has not read yet in each lane, those of lane 0
-- included.
-- $1 lanes
with shared as materialized (
  select last_position from lane_batch where lane = 0 order by first_position desc limit 1
)
select
  l.lane,
  greatest(coalesce(h.last_position, 0) - coalesce(c.position, 0), 0)
    + greatest(coalesce(z.last_position, 0) - coalesce(c.shared_position, 0), 0) as events
from lane l
left join granting_checkpoint c on c.lane = l.lane
left join lateral (
  select last_position from lane_batch where lane = l.lane order by first_position desc limit 1
) as h on true
left join shared z on true
where l.lane = any($1::smallint[])
order by l.lane
