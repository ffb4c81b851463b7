-- Returns the entries that are booked in a time, summed for each day, product, storefront, currency and kind. What
-- became known after its own time was closed is of the first day that was open then.
-- $1 lanes, $2 environment, $3 app, $4 from, $5 to before, $6 lanes with $7 the last position that counts,
-- side by side, $8 lanes with $9 the last position of a close and $10 the end of its period, side by side, $11
-- the moment of the first close that ends at $4 or later; null if there is none, $12 lanes and $13 streams that
-- are left out, $14 the time zone of the days
with closed as (
  select lane, array_agg(position + 1 order by ends_at) as starts, array_agg(ends_at order by ends_at) as ends
  from unnest($8::smallint[], $9::bigint[], $10::timestamptz[]) as known(lane, position, ends_at)
  group by lane
),
cut as (
  select given.lane, given.last, c.starts, c.ends
  from unnest($6::smallint[], $7::bigint[]) as given(lane, last)
  left join closed c on c.lane = given.lane
),
entry as (
  select
    e.*, greatest(e.occurred_at, c.ends[width_bucket(e.because_position, c.starts)]) as booked_at
  from journal_entry e join cut c on c.lane = e.because_lane
  where e.lane = any($1::smallint[]) and e.environment = $2::text and e.app = $3::text
    and e.occurred_at >= $4::timestamptz and e.occurred_at < $5::timestamptz
    and e.because_position <= c.last
  union all
  select
    e.*, greatest(e.occurred_at, c.ends[width_bucket(e.because_position, c.starts)]) as booked_at
  from journal_entry e join cut c on c.lane = e.because_lane
  where e.lane = any($1::smallint[]) and e.environment = $2::text and e.app = $3::text
    and e.occurred_at < $4::timestamptz and e.learnt_at >= $11::timestamptz
    and e.because_position <= c.last
),
counted as (
  select * from entry where booked_at >= $4::timestamptz and booked_at < $5::timestamptz
)
select
  to_char(booked_at at time zone $14::text, 'YYYY-MM-DD'), kind, product, storefront, currency,
  service_start is not null, sum(price)::text, sum(tax)::text, sum(commission)::text
from counted e
where not exists (
  select from unnest($12::smallint[], $13::uuid[]) as s(lane, stream)
  where s.lane = e.lane and s.stream = e.stream)
group by 1, 2, 3, 4, 5, 6
