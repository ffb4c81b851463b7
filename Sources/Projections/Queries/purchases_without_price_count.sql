-- Returns the number of purchases without a price, of each app in each environment that has one.
-- $1 lanes
select app, environment, count(*)
from purchase_without_price
where lane = any($1::smallint[])
group by app, environment
order by app, environment
