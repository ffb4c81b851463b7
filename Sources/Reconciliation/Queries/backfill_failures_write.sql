-- Stores the lines of a backfill file that could not be fetched, each with its code.
-- $1 digest, $2 lines, $3 codes
insert into backfill_failure (digest, line, code)
select $1::bytea, f.line, f.code from unnest($2::bigint[], $3::text[]) as f(line, code)
