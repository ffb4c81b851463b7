-- Remembers keys with the positions they were given.
-- $1 lanes, $2 moments, $3 keys, $4 positions, side by side
insert into event_key (lane, moment, key, position)
select * from unnest($1::smallint[], $2::timestamptz[], $3::uuid[], $4::bigint[])
