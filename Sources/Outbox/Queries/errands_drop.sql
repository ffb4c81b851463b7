-- Takes errands away, whatever their state.
-- $1 lanes, $2 ids, side by side
delete from errand e
using unnest($1::smallint[], $2::uuid[]) as n(lane, id)
where e.lane = n.lane and e.id = n.id
