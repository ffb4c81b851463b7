-- Returns the names of the customers of streams.
-- $1 lanes, $2 streams
select app, subscription_group, name, is_chain
from commission_customer
where lane = any($1::smallint[]) and stream = any($2::uuid[])
