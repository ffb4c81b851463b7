-- Keeps packed and sealed bodies beside the events that brought them.
-- $1 lanes, $2 positions, $3 digests, $4 bodies, side by side
insert into evidence (lane, position, digest, body)
select * from unnest($1::smallint[], $2::bigint[], $3::bytea[], $4::bytea[])
