-- Returns the number of an app's rejected notifications for each code.
-- $1 app, $2 environment
select code, count(*) from rejected_notification
where app = $1::text and environment = $2::text
group by code
order by code
