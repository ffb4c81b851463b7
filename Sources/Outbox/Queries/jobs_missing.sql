-- Returns those of these jobs that are not there.
-- $1 lanes, $2 ids, side by side
select n.id
from unnest($1::smallint[], $2::uuid[]) as n(lane, id)
left join job j on j.lane = n.lane and j.id = n.id
where j.id is null
