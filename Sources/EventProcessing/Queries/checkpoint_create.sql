-- Creates the checkpoint of a consumer at the beginning of a lane, once.
-- $1 lane, $2 consumer, $3 generation
insert into consumer_checkpoint (lane, consumer, generation, position)
values ($1::smallint, $2::text, $3::integer, 0)
on conflict (lane, consumer, generation) do nothing
