-- Moves the known ends of chains; an earlier end changes nothing.
-- $1 lane, $2 streams, $3 ends, side by side
update reconciliation_cursor r
set expires_at = greatest(r.expires_at, n.expires_at)
from unnest($2::uuid[], $3::timestamptz[]) as n(stream, expires_at)
where r.lane = $1::smallint and r.stream = n.stream
