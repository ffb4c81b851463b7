-- Returns the next chains of an app in one environment that have a purchase no catalog prices.
-- $1 lane, $2 app, $3 environment, $4 after this stream, $5 limit
select stream
from unpriced_transaction
where lane = $1::smallint and app = $2::text and environment = $3::text and stream > $4::uuid
group by stream
order by stream
limit $5::bigint
