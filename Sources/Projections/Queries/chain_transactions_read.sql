-- Returns all transactions of these chains.
-- $1 lanes, $2 streams, side by side
select t.lane, t.stream, t.state
from unnest($1::smallint[], $2::uuid[]) as n(lane, stream)
join chain_transaction t using (lane, stream)
