-- Returns the next jobs in the order in which they were first enqueued.
-- $1 lanes, $2 after this moment, $3 and this id, $4 state or null, $5 kind or null, $6 reason or null, $7 app or
-- null, $8 limit
select lane, id, kind, environment, app, subject, state, reason, attempts, due_at, deadline_at,
  leased_until, made_at, changed_at
from job
where lane = any($1::smallint[])
  and (made_at > $2::timestamptz or (made_at = $2::timestamptz and id > $3::uuid))
  and ($4::text is null or state = $4::text)
  and ($5::text is null or kind = $5::text)
  and ($6::text is null or reason = $6::text)
  and ($7::text is null or app = $7::text)
order by made_at, id
limit $8::bigint
