-- The lanes in which something can be taken now.
-- $1 lanes, $2 now, $3 kinds
select l.lane
from unnest($1::smallint[]) as l(lane)
where exists (
  select from errand e
  where e.lane = l.lane and e.state = 'owed' and e.due_at <= $2::timestamptz
    and e.kind = any($3::text[]) and (e.leased_until is null or e.leased_until <= $2::timestamptz))
