-- Notes the end up to which a lane is built, once.
-- $1 lane, $2 generation, $3 position, $4 position of lane 0
insert into projection_rebuild (lane, generation, end_position, end_shared_position, after_stream)
values ($1::smallint, $2::integer, $3::bigint, $4::bigint, '00000000-0000-0000-0000-000000000000')
on conflict (lane, generation) do nothing
