-- Returns the next chains of an app whose charges depend on one of these products of the catalog.
-- $1 lane, $2 app, $3 products, $4 after this stream, $5 limit
select stream
from commission_product
where lane = $1::smallint and app = $2::text and product = any($3::text[]) and stream > $4::uuid
group by stream
order by stream
limit $5::bigint
