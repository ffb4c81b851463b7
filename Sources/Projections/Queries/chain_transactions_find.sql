-- Returns these transactions of these chains.
-- $1 lanes, $2 streams, $3 transaction ids, side by side
select t.lane, t.stream, t.state
from unnest($1::smallint[], $2::uuid[], $3::text[]) as n(lane, stream, transaction_id)
join chain_transaction t using (lane, stream, transaction_id)
