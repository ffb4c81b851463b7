-- Returns the oldest unfinished jobs of an account, under any of its names.
-- $1 lanes, $2 the account's names, $3 limit
select lane, id, kind, environment, app, subject, state, reason, attempts, due_at, deadline_at,
  leased_until, made_at, changed_at
from job
where lane = any($1::smallint[]) and account = any($2::uuid[]) and state <> 'done'
order by made_at, id
limit $3::bigint
