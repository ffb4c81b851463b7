-- Nothing is to be asked any more for these ends.
-- $1 lanes, $2 streams, $3 ends
update chain_watch w
set settled_for = c.ended
from unnest($1::smallint[], $2::uuid[], $3::timestamptz[]) as c(lane, stream, ended)
where w.lane = c.lane and w.stream = c.stream
