-- Stores packed and sealed evidence beside the events that brought it.
-- $1 lanes, $2 positions, $3 digests, $4 sealed evidence, side by side
insert into evidence (lane, position, digest, sealed)
select * from unnest($1::smallint[], $2::bigint[], $3::bytea[], $4::bytea[])
