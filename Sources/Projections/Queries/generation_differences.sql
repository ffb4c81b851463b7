-- Returns the streams of a lane whose rows in a table differ between the live generation and the next.
-- $1 table, $2 lane, $3 limit
select differing_streams($1::text::name, $2::smallint, $3::bigint)
