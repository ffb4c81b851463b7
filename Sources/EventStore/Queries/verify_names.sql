-- Returns the next sealed names of a lane, each with the key that opens it; the key is null if there is none.
-- $1 lane, $2 after this stream, $3 limit
select a.stream, a.sealed, k.master_key, k.wrapped
from account_name a
left join data_key k on k.lane = $1::smallint and k.stream = a.stream
where a.lane = $1::smallint and a.stream > $2::uuid
order by a.stream
limit $3::bigint
