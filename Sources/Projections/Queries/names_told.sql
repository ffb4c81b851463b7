-- Returns the names about which something was told after a position of each lane.
-- $1 lanes, $2 after these positions, side by side
select distinct unnest(array[n.stream, n.account, n.alias])
from unnest($1::smallint[], $2::bigint[]) as p(lane, position)
join account_naming n on n.lane = p.lane and n.told_position > p.position
