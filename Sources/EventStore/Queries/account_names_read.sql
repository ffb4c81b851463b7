-- Returns the sealed names of these accounts with the keys that open them.
-- $1 lanes, $2 streams, side by side
select a.lane, a.stream, a.sealed, k.master_key, k.wrapped
from unnest($1::smallint[], $2::uuid[]) as n(lane, stream)
join account_name a using (lane, stream)
join data_key k using (lane, stream)
