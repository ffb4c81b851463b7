-- Returns those of some chains whose histories were never read to their ends.
-- $1 lanes, $2 streams, side by side
select c.environment, c.original_transaction_id, c.app, c.expires_at, c.asked_at, c.history_revision,
  c.refund_revision, c.history_at
from unnest($1::smallint[], $2::uuid[]) as n(lane, stream)
join reconciliation_cursor c on c.lane = n.lane and c.stream = n.stream
where c.history_at is null
