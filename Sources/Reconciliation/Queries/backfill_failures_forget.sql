-- Deletes the failures of lines that are read again.
-- $1 digest, $2 lines
delete from backfill_failure where digest = $1::bytea and line = any($2::bigint[])
