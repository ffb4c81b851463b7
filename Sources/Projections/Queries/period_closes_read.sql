-- Returns the closed periods of an app in an environment, the earliest first.
-- $1 app, $2 environment
select name, calendar, closed_at, closed_by, forced_because, lanes, positions, rules, left_out
from period_close
where app = $1::text and environment = $2::text
order by ends_at
