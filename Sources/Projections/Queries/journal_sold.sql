-- Returns what was sold and given back on the Pacific days of a time, as Apple's sales files divide it: the
-- items of the journal as they are by all their entries, those of one subscription's price together.
-- $1 lanes, $2 environment, $3 app, $4 from, $5 to before, $6 lanes with $7 the last position that counts,
-- side by side, $8 lanes and $9 streams that are left out
with cut as (select * from unnest($6::smallint[], $7::bigint[]) as given(lane, last)),
item as (
  select
    e.lane, e.stream, e.transaction_id, e.kind, e.occurred_at, e.product, e.product_type, e.storefront, e.currency,
    coalesce(e.reason = 'afterAYear', false) as is_after_a_year, sum(e.price) as price, sum(e.tax) as tax,
    sum(e.commission) as commission
  from journal_entry e
  join cut c on c.lane = e.because_lane
  where e.lane = any($1::smallint[]) and e.environment = $2::text and e.app = $3::text
    and e.occurred_at >= $4::timestamptz and e.occurred_at < $5::timestamptz
    and e.because_position <= c.last
    and not exists (
      select from unnest($8::smallint[], $9::uuid[]) as s(lane, stream)
      where s.lane = e.lane and s.stream = e.stream)
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  having sum(e.price) <> 0 or sum(e.tax) <> 0 or sum(e.commission) <> 0)
select
  ((i.occurred_at at time zone 'America/Los_Angeles')::date - date '1970-01-01')::bigint, i.product, i.storefront,
  i.currency, i.kind, i.is_after_a_year, p.is_renewal,
  case when i.product_type in ('Auto-Renewable Subscription', 'App') then i.price end::text, count(*),
  sum(i.price)::text, sum(i.tax)::text, sum(i.commission)::text
from item i
left join service_period p
  on p.lane = i.lane and p.stream = i.stream and p.transaction_id = i.transaction_id
group by 1, 2, 3, 4, 5, 6, 7, 8
