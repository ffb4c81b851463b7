-- Returns every closed period as it is kept, with the position of its event in lane 0.
select
  app, environment, name, calendar, starts_at, ends_at, closed_at, closed_by, forced_because, lanes,
  positions, rules, left_out, event_position
from period_close
order by app, environment, ends_at
