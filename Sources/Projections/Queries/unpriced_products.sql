-- Returns the products whose coins wait, each with the number of purchases, and of those without a price.
-- $1 lanes
select u.environment, u.app, u.product, count(*), count(p.transaction_id)
from unpriced_transaction u
left join purchase_without_price p
  on p.lane = u.lane and p.stream = u.stream and p.transaction_id = u.transaction_id
where u.lane = any($1::smallint[]) and not u.granted_externally
group by u.environment, u.app, u.product
order by u.environment, u.app, u.product
