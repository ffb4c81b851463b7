-- Returns the checkpoint of a projection in a lane and the positions of its dead letters.
-- $1 lane, $2 projection
select
  coalesce(c.position, 0) as position,
  coalesce(c.shared_position, 0) as shared_position,
  coalesce((
    select array_agg(d.position) from dead_letter d
    where d.lane = l.lane and d.projection = $2::text), array[]::bigint[]) as dead_letters
from (values ($1::smallint)) as l(lane)
left join projection_checkpoint c on c.lane = l.lane and c.projection = $2::text
