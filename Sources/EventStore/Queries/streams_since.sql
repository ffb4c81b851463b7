-- Returns the streams that have events after a position of a lane, up to another one.
-- $1 lane, $2 after this position, $3 up to this position
select distinct stream
from event
where lane = $1::smallint and position > $2::bigint and {first_position} <= $3::bigint
