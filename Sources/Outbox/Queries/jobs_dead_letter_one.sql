-- Dead-letters a job until an operator retries it. A lease on the job ends without effect.
-- $1 lane, $2 id, $3 reason, $4 now
update job
set state = 'parked', reason = $3::text, lease = null, leased_until = null,
  changed_at = $4::timestamptz
where lane = $1::smallint and id = $2::uuid and state <> 'done'
