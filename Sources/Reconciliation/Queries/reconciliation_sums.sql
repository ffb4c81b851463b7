-- What sweeps and histories came to since a moment, and how much is owed by Apple still.
-- $1 app, $2 environment, $3 since, $4 lanes
select s.present, s.repaired, s.refused, h.present, h.repaired, h.refused, e.owed, s.last
from (
  select coalesce(sum(present), 0)::bigint as present, coalesce(sum(repaired), 0)::bigint as repaired,
    coalesce(sum(refused), 0)::bigint as refused, max(finished_at) as last
  from sweep
  where app = $1::text and environment = $2::text and window_to > $3::timestamptz
) as s
cross join (
  select coalesce(sum(present), 0)::bigint as present, coalesce(sum(repaired), 0)::bigint as repaired,
    coalesce(sum(refused), 0)::bigint as refused
  from history_count
  where app = $1::text and environment = $2::text and day >= $3::timestamptz::date
) as h
cross join (
  select count(*) as owed from errand
  where lane = any($4::smallint[]) and app = $1::text and environment = $2::text
    and state = 'owed'
    and kind in ('history', 'status')
) as e
