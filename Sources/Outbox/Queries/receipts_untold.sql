-- Returns the numbers, from 1, of those of these purchases of which the log has no event: the transaction in the stream of
-- its chain, of that product.
-- $1 lanes, $2 streams, $3 transaction ids, $4 products or nulls, side by side
select n.number
from unnest($1::smallint[], $2::uuid[], $3::text[], $4::text[]) with ordinality
  as n(lane, stream, transaction_id, product, number)
where not exists (
  select
  from event e
  left join interned_string p on p.id = e.product
  where e.lane = n.lane and e.stream = n.stream and e.transaction_id = n.transaction_id
    and (n.product is null or p.text = n.product))
order by n.number
