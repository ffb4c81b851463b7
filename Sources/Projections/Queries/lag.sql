-- How far a projection is behind in each lane: events, milliseconds since the oldest of them was
-- recorded (0 when level), and how many events are parked.
-- $1 lanes, $2 projection
select
  l.lane,
  greatest(coalesce(h.last_position, 0) - coalesce(c.position, 0), 0) as events,
  case when h.last_position > coalesce(c.position, 0)
    then greatest(extract(epoch from clock_timestamp() - o.recorded_at) * 1000, 0)::bigint
    else 0
  end as milliseconds,
  (
    select count(*) from parked_event where lane = l.lane and projection = $2::text
  ) as parked
from unnest($1::smallint[]) as l(lane)
left join projection_checkpoint c on c.lane = l.lane and c.projection = $2::text
left join lateral (
  select last_position from lane_batch where lane = l.lane order by first_position desc limit 1
) as h on true
left join lateral (
  select recorded_at
  from lane_batch
  where lane = l.lane and first_position <= coalesce(c.position, 0) + 1
  order by first_position desc
  limit 1
) as o on true
order by l.lane
