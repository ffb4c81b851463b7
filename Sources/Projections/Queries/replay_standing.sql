-- What a projection's rows of a lane rest on, and the positions that it could not take in.
-- $1 lane, $2 projection
select
  coalesce(c.position, 0) as position,
  coalesce(c.commons_position, 0) as commons_position,
  coalesce((
    select array_agg(p.position) from parked_event p
    where p.lane = l.lane and p.projection = $2::text), array[]::bigint[]) as parked
from (values ($1::smallint)) as l(lane)
left join projection_checkpoint c on c.lane = l.lane and c.projection = $2::text
