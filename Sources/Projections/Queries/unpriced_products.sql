-- Returns the products that wait for a catalog, each with the number of purchases.
-- $1 lanes
select environment, app, product, count(*)
from unpriced_transaction
where lane = any($1::smallint[]) and not granted_externally
group by environment, app, product
order by environment, app, product
