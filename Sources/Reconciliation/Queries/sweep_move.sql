-- Writes the progress of a sweep.
-- $1 id, $2 token, $3 expected, $4 present, $5 repaired, $6 rejected, $7 now, $8 finished
update sweep
set pagination_token = $2::text, expected = $3::bigint, present = $4::bigint,
  repaired = $5::bigint, rejected = $6::bigint, moved_at = $7::timestamptz,
  finished_at = $8::timestamptz
where id = $1::uuid
