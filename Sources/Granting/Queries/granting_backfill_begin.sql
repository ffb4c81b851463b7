-- Begins to read a lane again, up to a position.
-- $1 lane, $2 last position
insert into granting_backfill (lane, position, until_position) values ($1::smallint, 0, $2::bigint)
on conflict (lane) do update
set position = 0,
  until_position = greatest(granting_backfill.until_position, excluded.until_position)
