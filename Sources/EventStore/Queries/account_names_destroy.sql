-- Deletes the names of these accounts.
-- $1 lanes, $2 streams, side by side
delete from account_name a
using unnest($1::smallint[], $2::uuid[]) as n(lane, stream)
where a.lane = n.lane and a.stream = n.stream
