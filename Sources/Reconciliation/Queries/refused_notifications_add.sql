-- Adds counts of refused notifications to those of their hours.
-- $1 hours, $2 apps, $3 reasons, $4 counts, $5 first moments, $6 last moments, side by side
insert into notification_rejection as r (hour, app, reason, count, first_at, last_at)
select n.hour, n.app, n.reason, n.count, n.first_at, n.last_at
from unnest(
  $1::timestamptz[], $2::text[], $3::text[], $4::bigint[], $5::timestamptz[], $6::timestamptz[]
) as n(hour, app, reason, count, first_at, last_at)
on conflict (hour, app, reason) do update
set count = r.count + excluded.count, first_at = least(r.first_at, excluded.first_at),
  last_at = greatest(r.last_at, excluded.last_at)
