-- Stores new wrapped keys of streams. The lanes must be locked.
-- $1 lanes, $2 streams, $3 names of master keys, $4 wrapped keys, side by side
insert into data_key (lane, stream, master_key, wrapped)
select * from unnest($1::smallint[], $2::uuid[], $3::text[], $4::bytea[])
