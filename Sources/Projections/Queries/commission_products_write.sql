-- Writes the products of the catalog on which the charges of chains depend.
-- $1 lane, $2 streams, $3 apps, $4 products, side by side
insert into commission_product (lane, stream, app, product)
select $1::smallint, *
from unnest($2::uuid[], $3::text[], $4::text[])
