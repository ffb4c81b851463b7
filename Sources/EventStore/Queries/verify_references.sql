-- Returns what contradicts itself in the small tables beside the lanes: table, row, column and the finding.
-- $1 the highest lane; $2 types of events, $3 their names, side by side
select 'lane' as table_name, n.lane::text as key, 'lane' as column_name, 'it is missing' as finding
from generate_series(0, $1::smallint) as n(lane)
left join lane l on l.lane = n.lane
where l.lane is null
union all
select 'lane', l.lane::text, 'lane', 'the ledger has no such lane'
from lane l
where l.lane not between 0 and $1::smallint
union all
select 'event_type', n.type::text, 'name',
  case when t.type is null then 'it is missing' else 'it is not ' || n.name end
from unnest($2::smallint[], $3::text[]) as n(type, name)
left join event_type t on t.type = n.type
where t.name is distinct from n.name
union all
(
  select 'interned_string', s.id::text, 'id', 'the string before it is missing'
  from (select id, lag(id, 1, 0) over (order by id) as former from interned_string) as s
  where s.id <> s.former + 1
  order by s.id
  limit 100
)
order by 1, 2
