-- Returns the chains of a transaction id, one for each environment at most.
-- $1 lanes, $2 transaction id
select c.environment, c.original_transaction_id
from chain_transaction t
join chain c using (lane, stream)
where t.lane = any($1::smallint[]) and t.transaction_id = $2::text
