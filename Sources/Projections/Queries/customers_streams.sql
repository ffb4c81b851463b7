-- Returns the streams with names of customers, each with its name.
-- $1 lanes, $2 environment, $3 names
select lane, stream, app, subscription_group, name, is_chain
from commission_customer
where lane = any($1::smallint[]) and environment = $2::text and name = any($3::text[])
