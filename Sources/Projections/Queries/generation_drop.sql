-- Drops the generation in a place.
-- $1 next or previous
select drop_generation($1::text)::text
