-- Returns the number of an API key's posted items that wait for a retry.
-- $1 lanes, $2 API key
select count(*) from job
where lane = any($1::smallint[]) and key_id = $2::text and kind = 'post' and state = 'owed'
