-- Returns the lanes that have a job to lease now.
-- $1 lanes, $2 now, $3 kinds
select l.lane
from lane l
where l.lane = any($1::smallint[])
  and exists (
    select from job j
    where j.lane = l.lane and j.state = 'owed' and j.due_at <= $2::timestamptz
      and j.kind = any($3::text[])
      and (j.leased_until is null or j.leased_until <= now()))
