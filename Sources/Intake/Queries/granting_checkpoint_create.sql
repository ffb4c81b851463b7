-- Creates the checkpoint of granting at the beginning of a lane, once.
-- $1 lane
insert into granting_checkpoint (lane, position) values ($1::smallint, 0)
on conflict (lane) do nothing
