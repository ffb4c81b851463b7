-- Returns the unfinished sweeps of an app, the latest window first.
-- $1 app, $2 environment
select id, app, environment, window_from, window_to, started_at, pagination_token, finished_at,
  present, repaired, rejected
from sweep
where app = $1::text and environment = $2::text and finished_at is null
order by window_to desc
