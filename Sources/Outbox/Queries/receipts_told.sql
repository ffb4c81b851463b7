-- Returns the numbers, from 1, of the purchases with an event in the log: the transaction in the stream of its chain, of
-- that product.
-- $1 lanes, $2 streams, $3 transaction ids, $4 products or nulls, side by side
select distinct n.number
from unnest($1::smallint[], $2::uuid[], $3::text[], $4::text[]) with ordinality
  as n(lane, stream, transaction_id, product, number)
join event e on e.lane = n.lane and e.stream = n.stream and e.transaction_id = n.transaction_id
left join interned_string p on p.id = e.product
where n.product is null or p.text = n.product
