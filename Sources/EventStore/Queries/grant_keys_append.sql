-- Stores the keys of grants in the order of their keys, so that no two writers wait for each other in turn.
-- $1 lanes of the keys, $2 ids, $3 streams, $4 lanes of the events, $5 positions, side by side
insert into grant_key (lane, id, stream, event_lane, position)
select *
from unnest($1::smallint[], $2::uuid[], $3::uuid[], $4::smallint[], $5::bigint[])
  as n(lane, id, stream, event_lane, position)
order by lane, id
