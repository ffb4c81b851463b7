-- Creates the checkpoint of a projection at the beginning of a lane, once.
-- $1 lane, $2 projection
insert into projection_checkpoint (projection, lane, position)
values ($2::text, $1::smallint, 0)
on conflict (lane, projection) do nothing
