-- Returns the prices of some chains whose time of service lies in a time at least in part, or of which
-- something became known after the time before was closed, and what was given back of them, summed.
-- $1 lane, $2 streams, $3 environment, $4 app, $5 from, $6 to before, $7 lanes with $8 the last positions
-- that count and $9 the last ones of the close, side by side
with entry as (
  select e.*, e.because_position <= c.closed as is_early
  from journal_entry e
  join unnest($7::smallint[], $8::bigint[], $9::bigint[]) as c(lane, last, closed)
    on c.lane = e.because_lane
  where e.lane = $1::smallint and e.stream = any($2::uuid[]) and e.environment = $3::text
    and e.app = $4::text and e.service_start < $6::timestamptz and e.because_position <= c.last
)
select
  e.stream, e.transaction_id, e.product, e.subscription_group, e.storefront, e.currency,
  e.service_start, e.service_end, e.kind, e.occurred_at, e.is_early, sum(e.price)::bigint
from entry e
where e.service_end > $5::timestamptz
  or exists (
    select from entry l
    where l.stream = e.stream and l.transaction_id = e.transaction_id and not l.is_early)
group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
order by 1, 2, 10
