-- How far a projection has read each lane.
-- $1 lanes, $2 projection
select l.lane, coalesce(c.position, 0) as position,
  coalesce(c.commons_position, 0) as commons_position
from unnest($1::smallint[]) as l(lane)
left join projection_checkpoint c on c.lane = l.lane and c.projection = $2::text
