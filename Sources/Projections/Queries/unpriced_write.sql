-- Writes purchases whose coins no catalogue names.
-- $1 lane, $2 streams, $3 transaction ids, $4 environments, $5 apps, $6 products, $7 whether others delivered
-- them, side by side
insert into unpriced_transaction (lane, stream, transaction_id, environment, app, product, delivered_elsewhere)
select $1::smallint, *
from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::boolean[])
