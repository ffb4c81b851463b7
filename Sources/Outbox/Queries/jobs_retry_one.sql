-- Makes a pending or dead-lettered job due at once, with no attempts counted.
-- $1 lane, $2 id, $3 now
update job
set state = 'owed', reason = null, attempts = 0, due_at = $3::timestamptz,
  changed_at = $3::timestamptz
where lane = $1::smallint and id = $2::uuid and state <> 'done'
