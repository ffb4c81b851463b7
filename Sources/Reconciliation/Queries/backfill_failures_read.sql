-- Returns the lines of a backfill file that could not be fetched.
-- $1 digest
select line, code from backfill_failure where digest = $1::bytea order by line
