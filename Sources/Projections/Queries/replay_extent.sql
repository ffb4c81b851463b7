-- Returns the checkpoint of the projections in a lane and the positions of the dead letters of one.
-- $1 lane, $2 consumer, $3 name of the dead letters
select
  coalesce(c.position, 0) as position,
  coalesce(c.shared_position, 0) as shared_position,
  coalesce((
    select array_agg(d.position) from dead_letter d
    where d.lane = l.lane and d.consumer = $3::text), array[]::bigint[]) as dead_letters
from (values ($1::smallint)) as l(lane)
left join consumer_checkpoint c
  on c.lane = l.lane and c.consumer = $2::text and c.generation = 0
