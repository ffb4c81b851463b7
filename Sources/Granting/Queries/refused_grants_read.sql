-- Returns the refused grants with both chains, in the order of their transactions.
-- $1 lanes
select distinct app, environment, original_transaction_id, transaction_id, granted_in
from refused_grant
where lane = any($1::smallint[])
order by app, environment, transaction_id, original_transaction_id
