-- Returns the chains of customers, whichever accounts own them.
-- $1 lanes, $2 app, $3 environment, $4 app transaction ids
select distinct c.original_transaction_id
from commission_customer k
join chain c using (lane, stream)
where k.lane = any($1::smallint[]) and k.app = $2::text
  and k.environment = $3::text and k.app_transaction_id = any($4::text[])
