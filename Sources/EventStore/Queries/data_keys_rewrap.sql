-- Replaces the wrapping of keys; the keys stay the same.
-- $1 lanes, $2 streams, $3 names of master keys, $4 wrapped keys, side by side
update data_key k
set master_key = n.master_key, wrapped = n.wrapped
from unnest($1::smallint[], $2::uuid[], $3::text[], $4::bytea[])
  as n(lane, stream, master_key, wrapped)
where k.lane = n.lane and k.stream = n.stream
