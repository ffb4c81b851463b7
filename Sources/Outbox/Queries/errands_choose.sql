-- The next errands of a lane, locked: the oldest due of each app and account before a second of any, and
-- apps in turn. What is being worked on counts as a turn. Those another process has are passed over.
-- $1 lane, $2 now, $3 kinds, $4 how many at most, $5 kinds held back while the installation is,
-- $6 how many of an app are looked at
with recursive apps as (
  (
    select coalesce(e.app, '') as app from errand e
    where e.lane = $1::smallint and e.state = 'owed'
    order by coalesce(e.app, '') limit 1
  )
  union all
  select (
    select coalesce(e.app, '') from errand e
    where e.lane = $1::smallint and e.state = 'owed' and coalesce(e.app, '') > a.app
    order by coalesce(e.app, '') limit 1)
  from apps a where a.app is not null
), due as (
  select a.app, e.id, e.account, e.due_at, e.is_leased
  from apps a
  cross join lateral (
    select e.id, e.account, e.due_at,
      e.leased_until is not null and e.leased_until > $2::timestamptz as is_leased
    from errand e
    where e.lane = $1::smallint and e.state = 'owed' and coalesce(e.app, '') = a.app
      and e.due_at <= $2::timestamptz and e.kind = any($3::text[])
      and (e.kind <> all($5::text[]) or (select i.held_since is null from installation i))
    order by e.due_at
    limit $6::bigint
  ) as e
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
select e.lane, e.id
from places p
join errand e on e.lane = $1::smallint and e.id = p.id
where not p.is_leased and e.state = 'owed' and e.due_at <= $2::timestamptz
  and (e.leased_until is null or e.leased_until <= $2::timestamptz)
order by p.place, p.due_at, p.id
limit $4::bigint
for update of e skip locked
