-- Returns the checkpoints of a projection.
-- $1 lanes, $2 projection
select l.lane, coalesce(c.position, 0) as position,
  coalesce(c.shared_position, 0) as shared_position
from unnest($1::smallint[]) as l(lane)
left join projection_checkpoint c on c.lane = l.lane and c.projection = $2::text
