-- Returns the names of customers in a range of streams.
-- $1 lane, $2 after this stream, $3 up to this stream
select stream, subscription_group, app, environment, name, is_chain
from commission_customer
where lane = $1::smallint and stream > $2::uuid and stream <= $3::uuid
