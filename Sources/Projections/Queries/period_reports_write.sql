-- Stores the reports of a closed period.
-- $1 app, $2 environment, $3 end of the period, $4 reports, $5 formats and $6 bodies, side by side
insert into period_report (app, environment, ends_at, report, format, body)
select $1::text, $2::text, $3::timestamptz, * from unnest($4::text[], $5::text[], $6::bytea[])
