-- The lines of a file of which nothing could be fetched.
-- $1 digest
select line, code from backfill_failure where digest = $1::bytea order by line
