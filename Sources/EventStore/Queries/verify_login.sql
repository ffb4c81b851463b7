-- Returns the attributes of the login, or of a role that it may become, by which it could lift the guards of the log.
select a.attribute
from pg_roles r
cross join lateral (
  values ('SUPERUSER', r.rolsuper), ('BYPASSRLS', r.rolbypassrls), ('CREATEROLE', r.rolcreaterole)
) as a(attribute, is_set)
where a.is_set and pg_has_role(session_user, r.oid, 'MEMBER')
group by a.attribute
order by 1
