-- Returns the head of each lane and the moment of the next batch: the server's clock, never before
-- the lane's last batch; and the number of type event_row. The moment counts only while the lanes are locked.
-- $1 lanes
select l.lane, h.last_position, h.chain,
       greatest(clock_timestamp(), h.recorded_at) as recorded_at,
       'event_row'::regtype::oid::bigint as row_type
from lane l
left join lateral (
  select last_position, chain, recorded_at
  from lane_batch
  where lane = l.lane
  order by first_position desc
  limit 1
) as h on true
where l.lane = any($1::smallint[])
