-- Returns the numbers of sweeps and histories since a moment, the numbers of pending and of dead-lettered
-- questions to Apple, and the end of the last sweep.
-- $1 app, $2 environment, $3 since, $4 lanes, $5 kinds that read, $6 the reason of a question that is owed
-- to nobody
select s.present, s.repaired, s.rejected, h.present, h.repaired, h.rejected, j.pending,
  j.dead_lettered, s.last
from (
  select coalesce(sum(present), 0)::bigint as present, coalesce(sum(repaired), 0)::bigint as repaired,
    coalesce(sum(rejected), 0)::bigint as rejected, max(finished_at) as last
  from sweep
  where app = $1::text and environment = $2::text and window_to > $3::timestamptz
) as s
cross join (
  select coalesce(sum(present), 0)::bigint as present, coalesce(sum(repaired), 0)::bigint as repaired,
    coalesce(sum(rejected), 0)::bigint as rejected
  from history_count
  where app = $1::text and environment = $2::text and day >= $3::timestamptz::date
) as h
cross join (
  select count(*) filter (where state = 'owed') as pending,
    count(*) filter (where state = 'parked') as dead_lettered
  from job
  where lane = any($4::smallint[]) and app = $1::text and environment = $2::text
    and state in ('owed', 'parked') and kind = any($5::text[])
    and reason is distinct from $6::text
) as j
