-- What is owed for an account, due or not, locked; what another process has is passed over.
-- $1 lanes, $2 now, $3 kinds, $4 how many at most, $5 kinds held back while the installation is,
-- $6 the account's names
select e.lane, e.id
from errand e
where e.lane = any($1::smallint[]) and e.account = any($6::uuid[]) and e.state = 'owed'
  and e.kind = any($3::text[])
  and (e.kind <> all($5::text[]) or (select i.held_since is null from installation i))
  and (e.leased_until is null or e.leased_until <= $2::timestamptz)
order by e.due_at, e.lane, e.id
limit $4::bigint
for update of e skip locked
