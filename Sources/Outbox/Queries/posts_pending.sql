-- Returns the number of an API key's posted items that wait for a retry, and of those of an account.
-- $1 lanes, $2 API key, $3 account or null, $4 ids that are not counted
select count(*), count(*) filter (where account = $3::uuid)
from job
where lane = any($1::smallint[]) and key_id = $2::text and kind = 'post' and state = 'owed'
  and id <> all($4::uuid[])
