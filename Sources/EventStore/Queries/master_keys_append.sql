-- Notes master keys that are used; a key that is noted already stays as it is.
-- $1 ids, $2 check values, side by side
insert into master_key (id, check_value)
select * from unnest($1::text[], $2::bytea[])
on conflict (id) do nothing
