-- Writes purchases that no catalog prices.
-- $1 lane, $2 streams, $3 transaction ids, $4 environments, $5 apps, $6 products, $7 true if
-- granted externally, side by side
insert into unpriced_transaction (
  lane, stream, transaction_id, environment, app, product, granted_externally)
select $1::smallint, *
from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::boolean[])
