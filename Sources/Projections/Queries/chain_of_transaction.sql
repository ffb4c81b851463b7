-- Returns the chains of an app and environment that tell a transaction id.
-- $1 lanes, $2 transaction id, $3 app, $4 environment
select c.original_transaction_id
from chain_transaction t
join chain c using (lane, stream)
where t.lane = any($1::smallint[]) and t.transaction_id = $2::text
  and c.app = $3::text and c.environment = $4::text
order by c.original_transaction_id
