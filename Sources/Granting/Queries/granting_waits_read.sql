-- Returns the next chains of a lane that wait for one of these reasons, in the order of their keys.
-- $1 lane, $2 reasons or null for all, $3 after this stream, $4 limit
select stream from granting_wait
where lane = $1::smallint and ($2::text[] is null or reason = any($2::text[])) and stream > $3::uuid
order by stream
limit $4::bigint
