-- Moves the next looks at subscriptions. An end that has moved meanwhile keeps its next look.
-- $1 lanes, $2 streams, $3 ends, $4 next looks, side by side
update reconciliation_cursor r
set next_look_at = c.look_at
from unnest($1::smallint[], $2::uuid[], $3::timestamptz[], $4::timestamptz[])
  as c(lane, stream, ended, look_at)
where r.lane = c.lane and r.stream = c.stream and r.expires_at = c.ended
