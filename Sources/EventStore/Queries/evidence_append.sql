-- Keeps the bytes received; what is there already is the same by its digest.
-- $1 lanes, $2 digests, $3 moments, $4 encodings, $5 bodies, side by side
insert into evidence (lane, digest, recorded_at, encoding, body)
select * from unnest($1::smallint[], $2::bytea[], $3::timestamptz[], $4::smallint[], $5::bytea[])
on conflict (lane, digest) do nothing
