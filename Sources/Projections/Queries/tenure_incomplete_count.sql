-- Returns the number of chains whose days may be too few or too many.
-- $1 lanes
select count(*) from tenure_chain where lane = any($1::smallint[]) and is_incomplete
