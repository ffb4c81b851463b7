-- Returns the numbers, from 1, of those of these purchases of which the log has no event: the transaction in the stream of
-- its chain, of that product.
-- $1 lanes, $2 streams, $3 transaction ids, $4 products or nulls, side by side
with told as (
  select distinct n.number
  from unnest($1::smallint[], $2::uuid[], $3::text[], $4::text[]) with ordinality
    as n(lane, stream, transaction_id, product, number)
  join event e on e.lane = n.lane and e.stream = n.stream and e.transaction_id = n.transaction_id
  left join interned_string p on p.id = e.product
  where n.product is null or p.text = n.product
)
select m.number
from generate_series(1, cardinality($1::smallint[])::bigint) as m(number)
left join told t on t.number = m.number
where t.number is null
order by m.number
