-- Begins the lanes again whose places lie beyond the end of the log, up to that end, and returns these lanes.
-- $1 lanes, $2 their last positions, side by side
update granting_backfill g
set position = 0, until_position = h.position
from unnest($1::smallint[], $2::bigint[]) as h(lane, position)
where g.lane = h.lane and (g.position > h.position or g.until_position > h.position)
returning g.lane
