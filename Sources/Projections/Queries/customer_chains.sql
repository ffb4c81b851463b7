-- Returns the chains that have names of customers, whichever accounts own them.
-- $1 lanes, $2 app, $3 environment, $4 names, $5 true for names that are original transaction ids of
-- replaced chains, side by side
select distinct c.original_transaction_id
from commission_customer k
join chain c using (lane, stream)
where k.lane = any($1::smallint[]) and k.app = $2::text and k.environment = $3::text
  and k.name = any($4::text[])
  and (k.name, k.is_chain) in (select * from unnest($4::text[], $5::boolean[]))
