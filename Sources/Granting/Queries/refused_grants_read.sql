-- Returns the refused grants with both chains, in the order of their transactions. A row of a transaction that its chain
-- in the log has not was written by hand, and tells nothing.
-- $1 lanes
select distinct r.app, r.environment, r.original_transaction_id, r.transaction_id, r.granted_in
from refused_grant r
where r.lane = any($1::smallint[])
  and exists (
    select from event e
    where e.lane = r.lane and e.stream = r.stream and e.transaction_id = r.transaction_id)
order by r.app, r.environment, r.transaction_id, r.original_transaction_id
