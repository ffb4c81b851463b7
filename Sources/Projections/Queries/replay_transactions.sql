-- Returns the transactions of the chains of a lane in a range of streams.
-- $1 lane, $2 after this stream, $3 up to this stream
select stream, transaction_id, state
from chain_transaction
where lane = $1::smallint and stream > $2::uuid and stream <= $3::uuid
