-- Returns the streams in which Apple named customers, each with its customer.
-- $1 lanes, $2 environment, $3 app transaction ids
select lane, stream, app, subscription_group, app_transaction_id
from commission_customer
where lane = any($1::smallint[]) and environment = $2::text
  and app_transaction_id = any($3::text[])
