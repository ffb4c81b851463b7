-- Returns the lag of a consumer in each lane: the number of unread events, those of lane 0 included if
-- the consumer reads it; the milliseconds since the oldest of them was recorded, 0 if there are none;
-- the number of dead letters; and the number of events by which the checkpoint is beyond the log. The
-- oldest event of lane 0 is that after the lowest place in it, whichever lane has it.
-- $1 lanes, $2 consumer, $3 true if the consumer reads lane 0 too, $4 names of its dead letters
with shared as materialized (
  select last_position
  from lane_batch
  where lane = 0
  order by first_position desc
  limit 1
), place as materialized (
  select case
    when count(*) < cardinality($1::smallint[]) then 0 else min(shared_position)
  end as position
  from consumer_checkpoint
  where lane = any($1::smallint[]) and consumer = $2::text and generation = 0
), oldest as materialized (
  select recorded_at
  from lane_batch
  where lane = 0 and first_position <= (select position from place) + 1
  order by first_position desc
  limit 1
)
select
  l.lane,
  greatest(coalesce(h.last_position, 0) - coalesce(c.position, 0), 0)
    + greatest(coalesce(z.last_position, 0) - coalesce(c.shared_position, 0), 0) as events,
  greatest(
    extract(epoch from clock_timestamp() - least(
      case when h.last_position > coalesce(c.position, 0) then o.recorded_at end,
      case when z.last_position > coalesce(c.shared_position, 0) then y.recorded_at end)) * 1000,
    0)::bigint as milliseconds,
  (
    select count(*) from dead_letter where lane = l.lane and consumer = any($4::text[])
  ) as dead_letters,
  greatest(coalesce(c.position, 0) - coalesce(h.last_position, 0), 0)
    + greatest(coalesce(c.shared_position, 0) - coalesce((select last_position from shared), 0), 0)
    as ahead
from lane l
left join consumer_checkpoint c
  on c.lane = l.lane and c.consumer = $2::text and c.generation = 0
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
left join shared z on $3::boolean
left join oldest y on $3::boolean
where l.lane = any($1::smallint[])
order by l.lane
