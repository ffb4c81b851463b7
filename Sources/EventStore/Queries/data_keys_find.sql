-- Returns the wrapped keys of those streams that have one.
-- $1 lanes, $2 streams, side by side
select k.lane, k.stream, k.master_key, k.wrapped
from unnest($1::smallint[], $2::uuid[]) as n(lane, stream)
join data_key k using (lane, stream)
