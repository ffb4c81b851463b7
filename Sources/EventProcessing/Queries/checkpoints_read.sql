-- Returns the checkpoints of a consumer.
-- $1 lanes, $2 consumer, $3 generation
select l.lane, coalesce(c.position, 0) as position,
  coalesce(c.shared_position, 0) as shared_position
from unnest($1::smallint[]) as l(lane)
left join consumer_checkpoint c
  on c.lane = l.lane and c.consumer = $2::text and c.generation = $3::integer
