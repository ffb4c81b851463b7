-- Returns and locks some of the contents' keys that are wrapped with another master key than the
-- current one.
-- $1 lanes, $2 name of the master key, $3 limit
select lane, id, master_key, wrapped
from job
where lane = any($1::smallint[]) and master_key <> $2::text
order by lane, id
limit $3::bigint
for update
