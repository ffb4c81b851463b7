-- The purchases of a range of streams whose coins no catalogue names.
-- $1 lane, $2 after this stream, $3 up to this stream
select stream, transaction_id, environment, app, product, delivered_elsewhere
from unpriced_transaction
where lane = $1::smallint and stream > $2::uuid and stream <= $3::uuid
