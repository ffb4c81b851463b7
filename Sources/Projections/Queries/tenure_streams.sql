-- The next chains of own subscriptions in an environment.
-- $1 lane, $2 environment, $3 after this stream, $4 how many at most
select stream
from tenure_chain
where lane = $1::smallint and environment = $2::text and stream > $3::uuid
order by stream
limit $4::bigint
