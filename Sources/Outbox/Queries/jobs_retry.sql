-- Makes dead-lettered jobs, and pending ones that wait after a failure, due at once, with no attempts counted. Leaves a
-- job alone that a process works on.
-- $1 lanes, $2 now, $3 state or null, $4 kind or null, $5 reason or null, $6 app or null
update job
set state = 'owed', reason = null, attempts = 0, due_at = $2::timestamptz,
  changed_at = $2::timestamptz
where lane = any($1::smallint[])
  and (state = 'parked' or (state = 'owed' and reason is not null))
  and (leased_until is null or leased_until <= now())
  and ($3::text is null or state = $3::text)
  and ($4::text is null or kind = $4::text)
  and ($5::text is null or reason = $5::text)
  and ($6::text is null or app = $6::text)
