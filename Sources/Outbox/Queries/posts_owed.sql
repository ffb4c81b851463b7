-- How many posted items of a key are still to be tried again.
-- $1 lanes, $2 key
select count(*) from errand
where lane = any($1::smallint[]) and key_id = $2::text and kind = 'post' and state = 'owed'
