-- Creates the sweep of a window and returns the unfinished sweep that the window had before; no row
-- if it had none.
-- $1 id, $2 app, $3 environment, $4 from, $5 to, $6 now
with unfinished as (
  select id from sweep
  where app = $2::text and environment = $3::text and window_from = $4::timestamptz
    and window_to = $5::timestamptz and finished_at is null
  limit 1
),
started as (
  insert into sweep (id, app, environment, window_from, window_to, started_at, moved_at)
  select $1::uuid, $2::text, $3::text, $4::timestamptz, $5::timestamptz, $6::timestamptz,
    $6::timestamptz
  where not exists (select from unfinished)
)
select s.id, s.app, s.environment, s.window_from, s.window_to, s.started_at, s.pagination_token,
  s.finished_at, s.present, s.repaired, s.rejected
from sweep s join unfinished using (id)
