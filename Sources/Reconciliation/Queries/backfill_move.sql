-- Writes down how far a file was read in.
-- $1 digest, $2 lines done, $3 customers, $4 present, $5 repaired, $6 refused, $7 now, $8 finished
update backfill
set lines_done = $2::bigint, customers = $3::bigint, present = $4::bigint, repaired = $5::bigint,
  refused = $6::bigint, moved_at = $7::timestamptz, finished_at = $8::timestamptz
where digest = $1::bytea
