-- Returns the entries of a time, summed for each day, product, storefront, currency and kind. What became
-- known after its own time was closed is of the first day.
-- $1 lanes, $2 environment, $3 app, $4 from, $5 to before, $6 lanes with $7 the last position that counts
-- and $8 the last one of the earlier close, side by side, $9 the moment of that close; null if there is
-- none, $10 lanes and $11 streams that are left out, $12 the time zone of the days
with cut as (
  select * from unnest($6::smallint[], $7::bigint[], $8::bigint[]) as given(lane, last, closed)
),
counted as (
  select e.*, e.occurred_at as booked_at
  from journal_entry e join cut c on c.lane = e.because_lane
  where e.lane = any($1::smallint[]) and e.environment = $2::text and e.app = $3::text
    and e.occurred_at >= $4::timestamptz and e.occurred_at < $5::timestamptz
    and e.because_position <= c.last
  union all
  select e.*, $4::timestamptz
  from journal_entry e join cut c on c.lane = e.because_lane
  where e.lane = any($1::smallint[]) and e.environment = $2::text and e.app = $3::text
    and e.occurred_at < $4::timestamptz and e.learnt_at >= $9::timestamptz
    and e.because_position > c.closed and e.because_position <= c.last
)
select
  to_char(booked_at at time zone $12::text, 'YYYY-MM-DD'), kind, product, storefront, currency,
  service_start is not null, sum(price)::text, sum(tax)::text, sum(commission)::text
from counted e
where not exists (
  select from unnest($10::smallint[], $11::uuid[]) as s(lane, stream)
  where s.lane = e.lane and s.stream = e.stream)
group by 1, 2, 3, 4, 5, 6
