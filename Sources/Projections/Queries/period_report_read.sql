-- Returns the bytes of a report of a closed period, and their SHA-256 in hexadecimal digits as the event of the
-- close tells it; null for a period that was closed before closes were events.
-- $1 app, $2 environment, $3 end of the period, $4 its name, $5 its calendar, $6 report, $7 format
select r.body, (
  select told ->> 'digest'
  from json_array_elements(told_in_lane_0(c.event_position, 29::smallint, 'period') -> 'reports') as t(told)
  where told ->> 'report' = r.report and told ->> 'format' = r.format)
from period_report r join period_close c using (app, environment, ends_at)
where r.app = $1::text and r.environment = $2::text and r.ends_at = $3::timestamptz
  and c.name = $4::text and c.calendar = $5::text and r.report = $6::text and r.format = $7::text
