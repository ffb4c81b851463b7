-- Destroys the keys of these streams: what they sealed can no longer be read.
-- $1 lanes, $2 streams, side by side
delete from data_key k
using unnest($1::smallint[], $2::uuid[]) as n(lane, stream)
where k.lane = n.lane and k.stream = n.stream
