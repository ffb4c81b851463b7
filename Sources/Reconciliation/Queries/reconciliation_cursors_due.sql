-- Returns the cursors of subscriptions that are due for a look, in the order in which they became
-- due. Each app is read by the index in each lane.
-- $1 lanes, $2 now, $3 limit, $4 apps
select r.environment, r.original_transaction_id, r.app, r.expires_at, r.asked_at,
  r.history_revision, r.refund_revision, r.history_at
from lane l
cross join unnest($4::text[]) as a(app)
cross join lateral (
  select c.*
  from reconciliation_cursor c
  where c.lane = l.lane and c.app = a.app and c.next_look_at <= $2::timestamptz
  order by c.next_look_at
  limit $3::bigint
) as r
where l.lane = any($1::smallint[])
order by r.next_look_at
limit $3::bigint
