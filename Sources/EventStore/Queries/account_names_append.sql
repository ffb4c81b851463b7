-- Stores the sealed names of accounts; the first name of an account stays.
-- $1 lanes, $2 streams, $3 sealed names, side by side
insert into account_name (lane, stream, sealed)
select * from unnest($1::smallint[], $2::uuid[], $3::bytea[])
on conflict (lane, stream) do nothing
