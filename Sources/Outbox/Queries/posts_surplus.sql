-- Returns and locks an API key's dead-lettered items beyond the newest ones. Skips items that
-- another process has locked.
-- $1 lanes, $2 API key, $3 number of items that are kept
select lane, id from job
where lane = any($1::smallint[]) and key_id = $2::text and kind = 'post' and state = 'parked'
order by made_at desc, lane, id
offset $3::bigint
for update skip locked
