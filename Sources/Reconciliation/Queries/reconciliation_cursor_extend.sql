-- Moves the known ends of chains and the next looks at them; an earlier end changes nothing.
-- $1 lane, $2 streams, $3 ends, $4 next looks, side by side
with later as (
  select r.lane, r.stream, n.expires_at, n.look_at
  from reconciliation_cursor r
  join unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[]) as n(stream, expires_at, look_at)
    on r.stream = n.stream
  where r.lane = $1::smallint and (r.expires_at is null or r.expires_at < n.expires_at)
  order by r.stream
  for update of r
)
update reconciliation_cursor r
set expires_at = l.expires_at, next_look_at = l.look_at
from later l
where r.lane = l.lane and r.stream = l.stream
