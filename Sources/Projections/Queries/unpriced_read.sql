-- Returns the purchases of a range of streams that no catalog prices.
-- $1 lane, $2 after this stream, $3 up to this stream
select stream, transaction_id, environment, app, product, granted_externally
from unpriced_transaction
where lane = $1::smallint and stream > $2::uuid and stream <= $3::uuid
