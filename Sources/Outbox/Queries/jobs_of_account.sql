-- Returns and locks the pending jobs of an account, due or not. Skips jobs that another process has
-- locked.
-- $1 lanes, $2 kinds, $3 limit, $4 kinds that wait while the ledger is paused, $5 the account's
-- names
select j.lane, j.id
from job j
where j.lane = any($1::smallint[]) and j.account = any($5::uuid[]) and j.state = 'owed'
  and j.kind = any($2::text[])
  and (j.kind <> all($4::text[]) or (select i.paused_since is null from installation i))
  and (j.leased_until is null or j.leased_until <= now())
order by j.due_at, j.lane, j.id
limit $3::bigint
for update of j skip locked
