-- Returns the positions kept beside the log that lie beyond its end, or in a lane that it has not: table, lane, the
-- consumer or the generation, column, position, the last position of the log's lane, and of a checkpoint its generation
-- and the moment at which it last moved.
-- $1 lanes
with head as materialized (
  select l.lane, coalesce(b.last_position, 0) as position
  from lane l
  left join lateral (
    select last_position from lane_batch where lane = l.lane order by first_position desc limit 1
  ) as b on true
  where l.lane = any($1::smallint[] || 0::smallint)
), told as (
  select 'consumer_checkpoint' as table_name, c.lane, c.lane as of_lane, c.consumer as name,
    'position' as column_name, c.position, c.generation, c.moved_at
  from consumer_checkpoint c where c.lane = any($1::smallint[])
  union all
  select 'consumer_checkpoint', c.lane, 0::smallint, c.consumer, 'shared_position', c.shared_position,
    c.generation, c.moved_at
  from consumer_checkpoint c where c.lane = any($1::smallint[])
  union all
  select 'consumer_checkpoint', c.lane, null, c.consumer, 'lane', c.position, c.generation, c.moved_at
  from consumer_checkpoint c where c.lane <> all($1::smallint[])
  union all
  select 'projection_rebuild', r.lane, r.lane, r.generation::text, 'end_position', r.end_position, 0, null
  from projection_rebuild r where r.lane = any($1::smallint[])
  union all
  select 'projection_rebuild', r.lane, 0::smallint, r.generation::text, 'end_shared_position',
    r.end_shared_position, 0, null
  from projection_rebuild r where r.lane = any($1::smallint[])
  union all
  select 'granting_backfill', g.lane, g.lane, 'granting', 'position', g.position, 0, null
  from granting_backfill g where g.lane = any($1::smallint[])
  union all
  select 'granting_backfill', g.lane, g.lane, 'granting', 'until_position', g.until_position, 0,
    null
  from granting_backfill g where g.lane = any($1::smallint[])
  union all
  select 'dead_letter', d.lane, d.lane, d.consumer, 'position', max(d.position), 0, null
  from dead_letter d where d.lane = any($1::smallint[] || 0::smallint)
  group by d.lane, d.consumer
)
select t.table_name, t.lane, t.name, t.column_name, t.position, coalesce(h.position, 0) as head,
  t.generation, t.moved_at
from told t
left join head h on h.lane = t.of_lane
where h.position is null or t.position > h.position or t.position < 0
order by t.table_name, t.lane, t.name, t.generation, t.column_name
