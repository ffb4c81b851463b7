-- Returns the next data keys that are wrapped with a master key.
-- $1 lanes, $2 name of the master key, $3 after this lane, $4 and stream, $5 limit
select lane, stream, master_key, wrapped
from data_key
where lane = any($1::smallint[]) and master_key = $2::text
  and (lane, stream) > ($3::smallint, $4::uuid)
order by lane, stream
limit $5::bigint
