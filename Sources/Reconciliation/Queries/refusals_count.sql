-- What Apple's history shows of an app and was not taken in, by the reason.
-- $1 app, $2 environment
select code, count(*) from refused_notification
where app = $1::text and environment = $2::text
group by code
order by code
