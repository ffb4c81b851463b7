-- Has an errand tried again at once, whether it is parked or waits.
-- $1 lane, $2 id, $3 now
update errand
set state = 'owed', reason = null, attempts = 0, due_at = $3::timestamptz,
  changed_at = $3::timestamptz
where lane = $1::smallint and id = $2::uuid and state <> 'done'
