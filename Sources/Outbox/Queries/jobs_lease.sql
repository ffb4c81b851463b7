-- Leases jobs that this transaction has locked, and counts the attempt.
-- $1 lanes, $2 ids, side by side; $3 lease, $4 length of the lease in milliseconds
update job j
set lease = $3::uuid, attempts = j.attempts + 1,
  leased_until = now() + $4::bigint * interval '1 millisecond'
from unnest($1::smallint[], $2::uuid[]) as n(lane, id)
where j.lane = n.lane and j.id = n.id
returning j.lane, j.id, j.kind, j.environment, j.app, j.account, j.subject, j.sealed, j.master_key,
  j.wrapped, j.attempts, j.deadline_at, j.asks, j.lease
