-- Returns the next chains of a lane with a purchase without a price, in the order of their streams.
-- $1 lane, $2 apps, $3 environments, $4 after this stream, $5 limit
select c.app, c.environment, c.original_transaction_id
from (
  select distinct stream
  from purchase_without_price
  where lane = $1::smallint and app = any($2::text[]) and environment = any($3::text[])
    and stream > $4::uuid
  order by stream
  limit $5::bigint
) as p
join chain c on c.lane = $1::smallint and c.stream = p.stream
order by p.stream
