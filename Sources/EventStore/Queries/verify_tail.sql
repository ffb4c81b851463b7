-- Returns the first positions after the last batch of a lane that have rows, the number of deduplication
-- keys up to a position, and the same of the keys of grants.
-- $1 lane, $2 position
with head as (
  select coalesce(
    (select b.last_position from lane_batch b
     where b.lane = $1::smallint order by b.first_position desc limit 1), 0) as position
)
select
  (select min(e.position) from event e
   where e.lane = $1::smallint and e.position > head.position) as event,
  (select min(v.position) from evidence v
   where v.lane = $1::smallint and v.position > head.position) as evidence,
  (select min(k.position) from event_key k
   where k.lane = $1::smallint and k.position > head.position) as key,
  (select count(*) from event_key k
   where k.lane = $1::smallint and k.position <= $2::bigint) as keys,
  (select min(g.position) from grant_key g
   where g.event_lane = $1::smallint and g.position > head.position) as grant_key,
  (select count(*) from grant_key g
   where g.event_lane = $1::smallint and g.position <= $2::bigint) as grant_keys
from head
