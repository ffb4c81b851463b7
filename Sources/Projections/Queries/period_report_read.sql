-- Returns the bytes of a report of a closed period.
-- $1 app, $2 environment, $3 end of the period, $4 its name, $5 its calendar, $6 report, $7 format
select r.body
from period_report r join period_close c using (app, environment, ends_at)
where r.app = $1::text and r.environment = $2::text and r.ends_at = $3::timestamptz
  and c.name = $4::text and c.calendar = $5::text and r.report = $6::text and r.format = $7::text
