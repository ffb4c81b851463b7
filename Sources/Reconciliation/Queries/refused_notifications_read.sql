-- Returns the refused notifications of each app and reason since an hour.
-- $1 hour
select app, reason, sum(count)::bigint, min(first_at), max(last_at)
from notification_rejection
where hour >= $1::timestamptz
group by app, reason
order by app, reason
