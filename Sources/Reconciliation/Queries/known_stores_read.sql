-- Returns the apps and environments of which a purchase was ever recorded.
-- $1 lanes
select distinct app, environment
from known_store
where lane = any($1::smallint[])
order by app, environment
