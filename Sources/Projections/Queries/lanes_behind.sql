-- Returns the lanes that have unread events.
-- $1 lanes, $2 projection, $3 true if the projection reads lane 0 too
with shared as materialized (
  select last_position from lane_batch where lane = 0 order by first_position desc limit 1
)
select l.lane
from lane l
left join projection_checkpoint c on c.lane = l.lane and c.projection = $2::text
left join lateral (
  select last_position from lane_batch where lane = l.lane order by first_position desc limit 1
) as h on true
left join shared z on $3::boolean
where l.lane = any($1::smallint[])
  and (
    h.last_position > coalesce(c.position, 0)
    or z.last_position > coalesce(c.shared_position, 0))
