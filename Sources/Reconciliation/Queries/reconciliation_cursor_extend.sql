-- Moves the known ends of chains and the next looks at them; an earlier end changes nothing.
-- $1 lane, $2 streams, $3 ends, $4 next looks, side by side
update reconciliation_cursor r
set expires_at = n.expires_at, next_look_at = n.look_at
from unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[]) as n(stream, expires_at, look_at)
where r.lane = $1::smallint and r.stream = n.stream
  and (r.expires_at is null or r.expires_at < n.expires_at)
