-- Notes until when chains run, by what Apple has said.
-- $1 lane, $2 streams, $3 ends, side by side
update chain_watch w
set expires_at = greatest(w.expires_at, n.expires_at)
from unnest($2::uuid[], $3::timestamptz[]) as n(stream, expires_at)
where w.lane = $1::smallint and w.stream = n.stream
