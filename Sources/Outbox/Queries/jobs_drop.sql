-- Deletes jobs, whatever their state.
-- $1 lanes, $2 ids, side by side
delete from job j
using unnest($1::smallint[], $2::uuid[]) as n(lane, id)
where j.lane = n.lane and j.id = n.id
