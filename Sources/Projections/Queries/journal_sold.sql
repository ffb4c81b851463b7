-- Returns what was sold and given back on the Pacific days of a time, as Apple's sales files divide it.
-- $1 lanes, $2 environment, $3 app, $4 from, $5 to before, $6 lanes with $7 the last position that counts,
-- side by side, $8 lanes and $9 streams that are left out
with cut as (select * from unnest($6::smallint[], $7::bigint[]) as given(lane, last))
select
  ((e.occurred_at at time zone 'America/Los_Angeles')::date - date '1970-01-01')::bigint, e.product, e.storefront,
  e.currency, e.kind, coalesce(e.reason = 'afterAYear', false), sum(e.price)::text, sum(e.tax)::text,
  sum(e.commission)::text
from journal_entry e
join cut c on c.lane = e.because_lane
where e.lane = any($1::smallint[]) and e.environment = $2::text and e.app = $3::text
  and e.occurred_at >= $4::timestamptz and e.occurred_at < $5::timestamptz
  and e.because_position <= c.last
  and not exists (
    select from unnest($8::smallint[], $9::uuid[]) as s(lane, stream)
    where s.lane = e.lane and s.stream = e.stream)
group by 1, 2, 3, 4, 5, 6
