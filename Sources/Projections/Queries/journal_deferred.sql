-- Returns the prices of some chains whose time of service lies in a time at least in part, or of which
-- something is booked in it, and what was given back of them, summed.
-- $1 lane, $2 streams, $3 environment, $4 app, $5 from, $6 to before, $7 lanes with $8 the last positions
-- that count, side by side, $9 lanes with $10 the last position of a close and $11 the end of its period, side by
-- side
with closed as (
  select lane, array_agg(position + 1 order by ends_at) as starts, array_agg(ends_at order by ends_at) as ends
  from unnest($9::smallint[], $10::bigint[], $11::timestamptz[]) as known(lane, position, ends_at)
  group by lane
),
cut as (
  select given.lane, given.last, c.starts, c.ends
  from unnest($7::smallint[], $8::bigint[]) as given(lane, last)
  left join closed c on c.lane = given.lane
),
entry as (
  select
    e.*, greatest(e.occurred_at, c.ends[width_bucket(e.because_position, c.starts)]) as booked_at
  from journal_entry e join cut c on c.lane = e.because_lane
  where e.lane = $1::smallint and e.stream = any($2::uuid[]) and e.environment = $3::text
    and e.app = $4::text and e.service_start < $6::timestamptz and e.because_position <= c.last
)
select
  e.stream, e.transaction_id, e.product, e.subscription_group, e.storefront, e.currency,
  e.service_start, e.service_end, e.kind, e.occurred_at, e.booked_at, sum(e.price)::bigint
from entry e
where e.service_end > $5::timestamptz
  or exists (
    select from entry l
    where l.stream = e.stream and l.transaction_id = e.transaction_id
      and l.booked_at >= $5::timestamptz)
group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
order by 1, 2, 10
