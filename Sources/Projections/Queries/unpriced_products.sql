-- The products that wait for a catalogue, and how many purchases of each.
-- $1 lanes
select environment, app, product, count(*)
from unpriced_transaction
where lane = any($1::smallint[]) and not delivered_elsewhere
group by environment, app, product
order by environment, app, product
