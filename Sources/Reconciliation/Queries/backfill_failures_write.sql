-- Writes down of which lines nothing could be fetched, and why.
-- $1 digest, $2 lines, $3 codes
insert into backfill_failure (digest, line, code)
select $1::bytea, f.line, f.code from unnest($2::bigint[], $3::text[]) as f(line, code)
