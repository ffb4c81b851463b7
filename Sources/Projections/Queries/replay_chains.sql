-- Returns the chains of a lane in a range of streams.
-- $1 lane, $2 after this stream, $3 up to this stream
select stream, app, environment, original_transaction_id, state
from chain
where lane = $1::smallint and stream > $2::uuid and stream <= $3::uuid
