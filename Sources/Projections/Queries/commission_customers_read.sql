-- Returns the customers that Apple named in a range of streams.
-- $1 lane, $2 after this stream, $3 up to this stream
select stream, subscription_group, app, environment, app_transaction_id
from commission_customer
where lane = $1::smallint and stream > $2::uuid and stream <= $3::uuid
