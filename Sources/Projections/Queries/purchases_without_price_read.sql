-- Returns the purchases without a price of a range of streams.
-- $1 lane, $2 after this stream, $3 up to this stream
select stream, transaction_id, environment, app
from purchase_without_price
where lane = $1::smallint and stream > $2::uuid and stream <= $3::uuid
