-- Returns the streams of a lane that have evidence or a name, but no key, though no erasure destroyed it and
-- it was not lost with its master key; and keys that seal neither evidence nor a name: the name is gone. With the
-- table, column and finding of each.
-- $1 lane, $2 limit
(
  select 'data_key' as table_name, s.stream, 'wrapped' as column_name,
    'it is missing, and no erasure destroyed it' as finding
  from (
    select distinct e.stream
    from evidence v
    join event e on e.lane = v.lane and e.position = v.position
    where v.lane = $1::smallint
    union
    select a.stream from account_name a where a.lane = $1::smallint
  ) as s
  where not exists (
      select from data_key k where k.lane = $1::smallint and k.stream = s.stream)
    and not exists (
      select from destroyed_data_key d where d.lane = $1::smallint and d.stream = s.stream)
    and not exists (
      select from lost_data_key l where l.lane = $1::smallint and l.stream = s.stream)
  order by s.stream
  limit $2::bigint
)
union all
(
  select 'account_name', k.stream, 'sealed', 'it is missing: its key seals nothing'
  from data_key k
  where k.lane = $1::smallint
    and not exists (
      select from account_name a where a.lane = $1::smallint and a.stream = k.stream)
    and not exists (
      select
      from event e
      join evidence v on v.lane = $1::smallint and v.position = e.position
      where e.lane = $1::smallint and e.stream = k.stream)
  order by k.stream
  limit $2::bigint
)
