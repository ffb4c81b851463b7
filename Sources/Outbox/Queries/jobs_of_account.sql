-- Returns and locks the pending jobs of an account, due or not. Skips jobs that another process has
-- locked.
-- $1 lanes, $2 now, $3 kinds, $4 limit, $5 kinds that wait while the ledger is paused, $6 the
-- account's names
select j.lane, j.id
from job j
where j.lane = any($1::smallint[]) and j.account = any($6::uuid[]) and j.state = 'owed'
  and j.kind = any($3::text[])
  and (j.kind <> all($5::text[]) or (select i.paused_since is null from installation i))
  and (j.leased_until is null or j.leased_until <= $2::timestamptz)
order by j.due_at, j.lane, j.id
limit $4::bigint
for update of j skip locked
