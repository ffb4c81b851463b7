-- Counts the rows of a table in a lane that the live generation and the next one have, and compares them.
-- $1 table, $2 lane
select live_rows, next_rows, is_equal from compare_generation($1::text::name, $2::smallint)
