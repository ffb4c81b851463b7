-- Marks ends of periods about which no further question is needed. An end that has moved meanwhile
-- keeps its next look.
-- $1 lanes, $2 streams, $3 ends
update reconciliation_cursor r
set settled_for = c.ended,
  next_look_at = case when r.expires_at = c.ended then null else r.next_look_at end
from unnest($1::smallint[], $2::uuid[], $3::timestamptz[]) as c(lane, stream, ended)
where r.lane = c.lane and r.stream = c.stream
