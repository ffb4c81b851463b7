-- Makes dead-lettered jobs pending and due at once, with no attempts counted.
-- $1 lanes, $2 now, $3 kind or null, $4 reason or null
update job
set state = 'owed', reason = null, attempts = 0, due_at = $2::timestamptz,
  changed_at = $2::timestamptz
where lane = any($1::smallint[]) and state = 'parked'
  and ($3::text is null or kind = $3::text)
  and ($4::text is null or reason = $4::text)
