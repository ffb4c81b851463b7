-- Returns the refunds of a time with the charges that they give back, the earliest first. A refund of an
-- earlier time that became known after that was closed is of this one.
-- $1 lanes, $2 environment, $3 app, $4 from, $5 to before, $6 lanes with $7 the last position that counts
-- and $8 the last one of the earlier close, side by side, $9 the moment of that close; null if there is none
with cut as (
  select * from unnest($6::smallint[], $7::bigint[], $8::bigint[]) as given(lane, last, closed)
),
counted as (
  select e.*
  from journal_entry e join cut c on c.lane = e.because_lane
  where e.lane = any($1::smallint[]) and e.environment = $2::text and e.app = $3::text
    and e.kind = 'refund' and e.occurred_at >= $4::timestamptz and e.occurred_at < $5::timestamptz
    and e.because_position <= c.last
  union all
  select e.*
  from journal_entry e join cut c on c.lane = e.because_lane
  where e.lane = any($1::smallint[]) and e.environment = $2::text and e.app = $3::text
    and e.kind = 'refund' and e.occurred_at < $4::timestamptz and e.learnt_at >= $9::timestamptz
    and e.because_position > c.closed and e.because_position <= c.last
),
refund as (
  select
    lane, stream, original_transaction_id, transaction_id, product, storefront, currency, occurred_at,
    sum(price) as refunded
  from counted
  group by 1, 2, 3, 4, 5, 6, 7, 8
  having sum(price) <> 0
)
select
  r.lane, r.stream, r.original_transaction_id, r.transaction_id, r.product, r.storefront, r.currency,
  r.occurred_at, r.refunded::bigint, min(k.occurred_at), sum(k.price)::bigint
from refund r
join journal_entry k on k.lane = r.lane and k.stream = r.stream and k.transaction_id = r.transaction_id
join cut c on c.lane = k.because_lane
where k.kind = 'charge' and k.because_position <= c.last
group by 1, 2, 3, 4, 5, 6, 7, 8, 9
order by r.occurred_at, r.transaction_id
