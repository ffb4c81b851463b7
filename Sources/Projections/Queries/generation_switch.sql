-- Puts a generation in the place of the live one, which becomes the previous one.
-- $1 next or previous, $2 milliseconds to wait for locks, $3 who accepted differences
select switch_generation($1::text, $2::integer, $3::text)::text
