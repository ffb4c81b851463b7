-- Returns the customers that Apple named in streams.
-- $1 lanes, $2 streams
select app, subscription_group, app_transaction_id
from commission_customer
where lane = any($1::smallint[]) and stream = any($2::uuid[])
