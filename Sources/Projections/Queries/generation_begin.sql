-- Begins a generation of projections with empty tables, and returns its number.
-- $1 projections, $2 number of the rules
select begin_generation($1::text[], $2::integer)
