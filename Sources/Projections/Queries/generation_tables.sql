-- Returns the tables of the projections that have a generation in a place.
-- $1 place
select projection_tables_in($1::text)::text
