-- Returns the next chains of an app that ask a catalog for one of these products.
-- $1 lane, $2 app, $3 products, $4 after this stream, $5 limit
select stream
from tenure_chain
where lane = $1::smallint and app = $2::text and products_to_look_up && $3::text[]
  and products_to_look_up <> '{}' and stream > $4::uuid
order by stream
limit $5::bigint
