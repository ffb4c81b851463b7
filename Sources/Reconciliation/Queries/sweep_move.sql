-- Writes down how far a sweep has come.
-- $1 id, $2 token, $3 expected, $4 present, $5 repaired, $6 refused, $7 now, $8 finished
update sweep
set pagination_token = $2::text, expected = $3::bigint, present = $4::bigint,
  repaired = $5::bigint, refused = $6::bigint, moved_at = $7::timestamptz,
  finished_at = $8::timestamptz
where id = $1::uuid
