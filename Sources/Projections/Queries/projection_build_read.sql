-- Returns the place that an interrupted build of a lane has reached.
-- $1 lane
select after_stream, end_position, end_shared_position from projection_build
where lane = $1::smallint
