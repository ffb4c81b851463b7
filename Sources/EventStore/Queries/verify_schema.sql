-- Returns the objects of the schema by which data is guarded: tables, columns, constraints, indexes, triggers,
-- rules, policies, functions, views and rights. Names that differ between databases are left out: those of
-- constraints and indexes, of the application's role, and of partitions, each told as one of its table. Another
-- role may read. The definition of a view has other words after a dump and its restore.
with tables as (
  select
    c.oid, c.relname::text as name, c.relkind, c.relpersistence, c.relrowsecurity, c.relacl, c.relowner,
    coalesce(p.relname || ' partition', c.relname)::text as template,
    pg_get_expr(c.relpartbound, c.oid) as bounds,
    coalesce(substring(c.relname from '_p(\d+)$'), '0')::bigint as number
  from pg_class c
  left join pg_inherits i on i.inhrelid = c.oid
  left join pg_class p on p.oid = i.inhparent
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
    and not exists (
      select from pg_depend d
      where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
), functions as (
  select
    f.oid, f.oid::regprocedure::text as name, f.proacl, f.proowner,
    replace(pg_get_functiondef(f.oid), public.application_role(), 'the application') as definition
  from pg_proc f
  where f.pronamespace = 'public'::regnamespace and f.prokind in ('f', 'p')
    and not exists (
      select from pg_depend d
      where d.classid = 'pg_proc'::regclass and d.objid = f.oid and d.deptype = 'e')
), grants as (
  select t.name, t.template, a.grantee, a.privilege_type::text as privilege, null::text as column_name
  from tables t
  cross join aclexplode(coalesce(t.relacl, acldefault('r', t.relowner))) as a
  where a.grantee <> t.relowner
  union all
  select t.name, t.template, x.grantee, x.privilege_type, a.attname::text
  from tables t
  join pg_attribute a on a.attrelid = t.oid and a.attacl is not null
  cross join aclexplode(a.attacl) as x
  where x.grantee <> t.relowner
  union all
  select f.name, f.name, a.grantee, a.privilege_type, null
  from functions f
  cross join aclexplode(coalesce(f.proacl, acldefault('f', f.proowner))) as a
  where a.grantee <> f.proowner
)
select t.name, t.template, 'table' as kind,
  case t.relkind when 'v' then 'view' when 'p' then 'partitioned table' else 'table' end
    || case when t.relpersistence = 'p' then '' else ' without a log' end
    || case when t.relrowsecurity then ' with policies of rows' else '' end
    || case
      when t.bounds is null then ''
      when t.bounds = format(
        'FOR VALUES FROM (%s) TO (%L)',
        case t.number when 0 then 'MINVALUE' else quote_literal((t.number * 16777216)::text) end,
        ((t.number + 1) * 16777216)::text)
      then ' in its place'
      else ' ' || t.bounds
    end as definition
from tables t
union all
select t.name, t.template, 'column',
  a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
    || case when a.attnotnull then ' not null' else '' end
    || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
from tables t
join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
union all
select t.name, t.template, 'constraint',
  pg_get_constraintdef(k.oid) || case when k.convalidated then '' else ' not validated' end
from tables t
join pg_constraint k on k.conrelid = t.oid and k.contype in ('p', 'u', 'c', 'x', 'f')
union all
select t.name, t.template, case when x.indisunique then 'unique index' else 'index' end,
  regexp_replace(pg_get_indexdef(x.indexrelid), '^CREATE (UNIQUE )?INDEX \S+ ON (ONLY )?\S+ ', '')
    || case when x.indisvalid and x.indisready then '' else ' not valid' end
from tables t
join pg_index x on x.indrelid = t.oid
union all
select t.name, t.template, 'trigger',
  regexp_replace(pg_get_triggerdef(g.oid), ' ON \S+ ', ' ')
    || case when g.tgenabled in ('O', 'A') then '' else ' disabled' end
from tables t
join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal
union all
select t.name, t.template, 'rule', pg_get_ruledef(r.oid)
from tables t
join pg_rewrite r on r.ev_class = t.oid and t.relkind <> 'v'
union all
select t.name, t.template, 'policy', p.polname::text
from tables t
join pg_policy p on p.polrelid = t.oid
union all
select f.name, f.name, 'function',
  'body ' || encode(sha256(convert_to(f.definition, 'UTF8')), 'hex')
from functions f
union all
select g.name, g.template, 'right',
  case
    when g.grantee = 0 then 'everyone'
    when r.rolname = public.application_role() then 'the application'
    else 'role ' || r.rolname
  end
    || ' may ' || lower(g.privilege) || coalesce(' (' || g.column_name || ')', '')
from grants g
left join pg_roles r on r.oid = g.grantee
where g.grantee = 0 or r.rolname = public.application_role() or g.privilege <> 'SELECT'
union all
select 'schema public', 'schema public', 'right',
  case when a.grantee = 0 then 'everyone' else 'role ' || r.rolname end || ' may create'
from pg_namespace n
cross join aclexplode(n.nspacl) as a
left join pg_roles r on r.oid = a.grantee
where n.nspname = 'public' and a.privilege_type = 'CREATE' and a.grantee <> n.nspowner
order by 2, 3, 4, 1
