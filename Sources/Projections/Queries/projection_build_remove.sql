-- Forgets the place of a finished build of a lane.
-- $1 lane
delete from projection_build where lane = $1::smallint
