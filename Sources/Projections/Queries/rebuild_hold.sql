-- Locks the place that the build of a lane has reached, and returns it.
-- $1 lane, $2 generation
select end_position, end_shared_position, after_stream, events, is_built
from projection_rebuild
where lane = $1::smallint and generation = $2::integer
for update
