-- Returns what makes the application's role stronger than it may be, whoever logs in: attributes, its own or of a role that
-- it may become, membership of the owner or of a role of PostgreSQL's, tables of its own, and sessions that no trigger
-- watches. With the statement that takes each away: a membership is revoked where it was granted to the application's role
-- itself. Columns: what it is, the statement, and true if the statement takes rights of the ledger with it.
with application as (
  select r.* from pg_roles r where r.rolname = public.application_role()
), relations as (
  select c.oid, c.relname, c.relkind, c.relowner,
    coalesce(
      nullif(p.relowner, a.oid),
      (select nullif(e.relowner, a.oid) from pg_class e where e.oid = 'public.event'::regclass),
      (select d.datdba from pg_database d where d.datname = current_database())) as rightful
  from pg_class c
  cross join application a
  left join pg_inherits i on i.inhrelid = c.oid
  left join pg_class p on p.oid = i.inhparent
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
)
select
  case when r.oid = a.oid then format('it has %s', x.attribute)
    else format('it may become %s, which has %s', r.rolname, x.attribute) end as finding,
  case when r.oid = a.oid then format('alter role %I no%s', r.rolname, lower(x.attribute))
    else format('revoke %s from %I', g.roles, a.rolname) end as statement,
  false as takes_rights
from application a
join pg_roles r on r.oid = a.oid or (not a.rolsuper and pg_has_role(a.oid, r.oid, 'MEMBER'))
left join lateral (
  select string_agg(m.roleid::regrole::text, ', ' order by m.roleid) as roles
  from pg_auth_members m
  where m.member = a.oid and pg_has_role(m.roleid, r.oid, 'MEMBER')
) as g on true
cross join lateral (
  values ('SUPERUSER', r.rolsuper), ('BYPASSRLS', r.rolbypassrls), ('CREATEROLE', r.rolcreaterole)
) as x(attribute, is_set)
where x.is_set
union all
select format('it is a member of %s, which owns tables of the ledger', o.rolname),
  format('revoke %s from %I', g.roles, a.rolname), false
from application a
join pg_roles o on o.oid <> a.oid and o.oid in (select relowner from relations)
cross join lateral (
  select string_agg(m.roleid::regrole::text, ', ' order by m.roleid) as roles
  from pg_auth_members m
  where m.member = a.oid and pg_has_role(m.roleid, o.oid, 'MEMBER')
) as g
where not a.rolsuper and not o.rolsuper and pg_has_role(a.oid, o.oid, 'MEMBER')
union all
select format('it is a member of %s, which may do more than the ledger lets it', r.rolname),
  format('revoke %I from %I', r.rolname, a.rolname), false
from application a
join pg_auth_members m on m.member = a.oid
join pg_roles r on r.oid = m.roleid
where r.rolname like 'pg\_%'
union all
select
  format('session_replication_role is %s %s, so that no trigger guards the ledger',
    split_part(s.setting, '=', 2),
    concat_ws(' ', case when d.setrole <> 0 then 'for ' || d.setrole::regrole end,
      case when d.setdatabase <> 0 then 'in this database' else 'in every database' end)),
  format('alter %s reset session_replication_role',
    case
      when d.setrole = 0 and d.setdatabase <> 0 then format('database %I', current_database())
      when d.setrole = 0 then 'role all'
      when d.setdatabase = 0 then format('role %s', d.setrole::regrole)
      else format('role %s in database %I', d.setrole::regrole, current_database())
    end), false
from pg_db_role_setting d
cross join lateral unnest(d.setconfig) as s(setting)
where (d.setdatabase = 0 or d.setdatabase = (select oid from pg_database where datname = current_database()))
  and split_part(s.setting, '=', 1) = 'session_replication_role' and split_part(s.setting, '=', 2) <> 'origin'
union all
select format('it owns table %s', t.relname),
  format('alter table %I owner to %I', t.relname, o.rolname), true
from application a
join relations t on t.relowner = a.oid
join pg_roles o on o.oid = t.rightful
order by 1
