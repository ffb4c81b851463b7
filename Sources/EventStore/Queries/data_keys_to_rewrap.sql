-- Returns and locks some of the keys that are wrapped with another master key than the current one.
-- $1 lanes, $2 name of the master key, $3 limit
select lane, stream, master_key, wrapped
from data_key
where lane = any($1::smallint[]) and master_key <> $2::text
order by lane, stream
limit $3::bigint
for update
