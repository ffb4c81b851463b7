-- Keeps the place that a build of a lane has reached.
-- $1 lane, $2 last stream, $3 last position to read, $4 last position of lane 0
insert into projection_build (lane, after_stream, end_position, end_shared_position)
values ($1::smallint, $2::uuid, $3::bigint, $4::bigint)
on conflict (lane) do update set after_stream = excluded.after_stream
