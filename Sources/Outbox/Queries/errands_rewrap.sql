-- Replaces the wrapping of contents' keys; the keys stay what they are.
-- $1 lanes, $2 ids, $3 names of master keys, $4 wrapped keys, side by side
update errand e
set master_key = n.master_key, wrapped = n.wrapped
from unnest($1::smallint[], $2::uuid[], $3::text[], $4::bytea[])
  as n(lane, id, master_key, wrapped)
where e.lane = n.lane and e.id = n.id
