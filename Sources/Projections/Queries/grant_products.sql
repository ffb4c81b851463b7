-- Returns the products of grants.
-- $1 lanes, $2 ids
select id, min(product)
from coin_grant
where lane = any($1::smallint[]) and id = any($2::uuid[])
group by id
