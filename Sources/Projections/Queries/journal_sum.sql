-- Returns the entries of a time, summed by the columns that are asked for: those that belong to it, and
-- those that belong to an earlier time but became known after that was closed.
-- $1 lanes, $2 environment, $3 app, $4 from, $5 to before, $6 lanes with $7 the last position that counts
-- and $8 the last one of the earlier close, side by side, $9 the moment of that close; null if there is
-- none, $10 lanes and $11 streams that are left out, $12 true to group by product, $13 by subscription
-- group, $14 by storefront, $15 by rate and reason, $16 by whether the price is earned over a time, $17
-- by days of this time zone; null not to
with cut as (
  select * from unnest($6::smallint[], $7::bigint[], $8::bigint[]) as given(lane, last, closed)
),
counted as (
  select e.*, e.occurred_at as booked_at, 'time' as origin
  from journal_entry e join cut c on c.lane = e.because_lane
  where e.lane = any($1::smallint[]) and e.environment = $2::text and e.app = $3::text
    and e.occurred_at >= $4::timestamptz and e.occurred_at < $5::timestamptz
    and e.because_position <= c.last
  union all
  select e.*, $4::timestamptz, 'late'
  from journal_entry e join cut c on c.lane = e.because_lane
  where e.lane = any($1::smallint[]) and e.environment = $2::text and e.app = $3::text
    and e.occurred_at < $4::timestamptz and e.learnt_at >= $9::timestamptz
    and e.because_position > c.closed and e.because_position <= c.last
)
select
  case when $17::text is not null then
    ((booked_at at time zone $17::text)::date - date '1970-01-01')::bigint end,
  case when $12::boolean then product end, case when $13::boolean then subscription_group end,
  case when $14::boolean then storefront end, currency, case when $15::boolean then rate end,
  case when $15::boolean then reason end, case when $16::boolean then service_start is not null end,
  kind, origin, sum(count), sum(price)::text, sum(tax)::text,
  sum(commission)::text, sum(saved)::text, sum(lapse_cost)::text
from counted e
where not exists (
  select from unnest($10::smallint[], $11::uuid[]) as s(lane, stream)
  where s.lane = e.lane and s.stream = e.stream)
group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
