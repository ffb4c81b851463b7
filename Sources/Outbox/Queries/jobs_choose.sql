-- Returns and locks the next jobs of a lane. The oldest due job of each app and account comes
-- before a second one of any, and apps take turns; a leased job counts as a turn. Skips jobs that
-- another process has locked. Leases end by the database's clock, which all processes share.
-- $1 lane, $2 now, $3 kinds, $4 limit, $5 kinds that wait while the ledger is paused, $6 number of
-- jobs of an app that are considered
with recursive apps as (
  (
    select coalesce(j.app, '') as app from job j
    where j.lane = $1::smallint and j.state = 'owed'
    order by coalesce(j.app, '') limit 1
  )
  union all
  select (
    select coalesce(j.app, '') from job j
    where j.lane = $1::smallint and j.state = 'owed' and coalesce(j.app, '') > a.app
    order by coalesce(j.app, '') limit 1)
  from apps a where a.app is not null
), due as (
  select a.app, j.id, j.account, j.due_at, j.is_leased
  from apps a
  cross join lateral (
    select j.id, j.account, j.due_at,
      j.leased_until is not null and j.leased_until > now() as is_leased
    from job j
    where j.lane = $1::smallint and j.state = 'owed' and coalesce(j.app, '') = a.app
      and j.due_at <= $2::timestamptz and j.kind = any($3::text[])
      and (j.kind <> all($5::text[]) or (select i.paused_since is null from installation i))
    order by j.due_at
    limit $6::bigint
  ) as j
  where a.app is not null
), turns as (
  select *, row_number() over (
    partition by app, account order by is_leased desc, due_at, id) as turn
  from due
), places as (
  select id, due_at, is_leased,
    row_number() over (partition by app order by turn, is_leased desc, due_at, id) as place
  from turns
)
select j.lane, j.id
from places p
join job j on j.lane = $1::smallint and j.id = p.id
where not p.is_leased and j.state = 'owed' and j.due_at <= $2::timestamptz
  and (j.leased_until is null or j.leased_until <= now())
order by p.place, p.due_at, p.id
limit $4::bigint
for update of j skip locked
