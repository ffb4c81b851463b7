-- Returns the chains that accounts have named, each with the stream of its account.
-- $1 lanes, $2 account streams, side by side
select a.app, a.environment, a.original_transaction_id, a.account_stream
from unnest($1::smallint[], $2::uuid[]) as n(lane, account_stream)
join account_chain a using (lane, account_stream)
