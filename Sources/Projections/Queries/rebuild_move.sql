-- Moves the place that the build of a lane has reached.
-- $1 lane, $2 generation, $3 last stream, $4 number of events read, $5 true at the end
update projection_rebuild
set after_stream = $3::uuid, events = $4::bigint, is_built = $5::boolean,
  moved_at = statement_timestamp()
where lane = $1::smallint and generation = $2::integer
