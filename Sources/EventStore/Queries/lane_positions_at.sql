-- Returns the last position of each lane at a moment.
-- $1 lanes, $2 the moment
select l.lane, h.last_position
from lane l
cross join lateral (
  select last_position
  from lane_batch
  where lane = l.lane and recorded_at <= $2::timestamptz
  order by recorded_at desc, first_position desc
  limit 1
) as h
where l.lane = any($1::smallint[])
