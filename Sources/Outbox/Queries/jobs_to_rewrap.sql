-- Returns and locks the next contents' keys that are wrapped with another master key than the current
-- one.
-- $1 lanes, $2 name of the master key, $3 after this lane, $4 and job, $5 limit
select lane, id, master_key, wrapped
from job
where lane = any($1::smallint[]) and master_key <> $2::text
  and (lane, id) > ($3::smallint, $4::uuid)
order by lane, id
limit $5::bigint
for update
