-- Sets an errand aside until somebody has it tried again. Who works on it now settles in vain.
-- $1 lane, $2 id, $3 reason, $4 now
update errand
set state = 'parked', reason = $3::text, lease = null, leased_until = null,
  changed_at = $4::timestamptz
where lane = $1::smallint and id = $2::uuid and state <> 'done'
