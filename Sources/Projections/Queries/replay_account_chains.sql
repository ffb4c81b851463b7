-- Returns the chains that accounts have named, in a range of streams.
-- $1 lane, $2 after this stream, $3 up to this stream
select account_stream, app, environment, original_transaction_id
from account_chain
where lane = $1::smallint and account_stream > $2::uuid and account_stream <= $3::uuid
