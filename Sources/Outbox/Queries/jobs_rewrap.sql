-- Replaces the wrapping of the contents' keys; the keys stay the same.
-- $1 lanes, $2 ids, $3 names of master keys, $4 wrapped keys, side by side
update job j
set master_key = n.master_key, wrapped = n.wrapped
from unnest($1::smallint[], $2::uuid[], $3::text[], $4::bytea[])
  as n(lane, id, master_key, wrapped)
where j.lane = n.lane and j.id = n.id
