-- Leases errands that this transaction has locked, and counts the attempt.
-- $1 lanes, $2 ids, side by side; $3 lease, $4 until when
update errand e
set lease = $3::uuid, leased_until = $4::timestamptz, attempts = e.attempts + 1
from unnest($1::smallint[], $2::uuid[]) as n(lane, id)
where e.lane = n.lane and e.id = n.id
returning e.lane, e.id, e.kind, e.environment, e.app, e.account, e.subject, e.sealed, e.master_key,
  e.wrapped, e.attempts, e.deadline_at, e.asks, e.lease
