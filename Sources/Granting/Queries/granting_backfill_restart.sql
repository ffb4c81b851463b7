-- Begins the lanes again whose places lie beyond the end of the log, up to that end, and returns these lanes. The end is
-- read here, since a catalog may begin a lane again up to a later one.
-- $1 lanes
update granting_backfill g
set position = 0, until_position = h.position
from (
  select l.lane, coalesce(b.last_position, 0) as position
  from lane l
  left join lateral (
    select last_position from lane_batch where lane = l.lane order by first_position desc limit 1
  ) as b on true
  where l.lane = any($1::smallint[])
) as h
where g.lane = h.lane and (g.position > h.position or g.until_position > h.position)
returning g.lane
