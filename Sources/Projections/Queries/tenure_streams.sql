-- Returns the next chains of subscriptions in an environment.
-- $1 lane, $2 environment, $3 after this stream, $4 limit
select stream
from tenure_chain
where lane = $1::smallint and environment = $2::text and stream > $3::uuid
order by stream
limit $4::bigint
