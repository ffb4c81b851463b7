-- Ends a lease; does nothing if the lease has ended already. A job that was enqueued again since it
-- was leased is due at once.
-- $1 lane, $2 id, $3 lease, $4 number of times it had been enqueued, $5 state, $6 reason, $7
-- attempts, $8 moment due, $9 now
update job
set lease = null, leased_until = null, state = $5::text, reason = $6::text, attempts = $7::integer,
  due_at = case when asks = $4::integer then $8::timestamptz else $9::timestamptz end,
  changed_at = $9::timestamptz
where lane = $1::smallint and id = $2::uuid and lease = $3::uuid
