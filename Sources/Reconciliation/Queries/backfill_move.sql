-- Writes the progress of a backfill file.
-- $1 digest, $2 lines done, $3 customers, $4 present, $5 repaired, $6 rejected, $7 known, $8 now, $9 finished
update backfill
set lines_done = $2::bigint, customers = $3::bigint, present = $4::bigint, repaired = $5::bigint,
  rejected = $6::bigint, known = $7::bigint, moved_at = $8::timestamptz,
  finished_at = $9::timestamptz
where digest = $1::bytea
