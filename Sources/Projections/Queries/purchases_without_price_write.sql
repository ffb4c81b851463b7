-- Writes purchases without a price.
-- $1 lane, $2 streams, $3 transaction ids, $4 environments, $5 apps, side by side
insert into purchase_without_price (lane, stream, transaction_id, environment, app)
select $1::smallint, *
from unnest($2::uuid[], $3::text[], $4::text[], $5::text[])
