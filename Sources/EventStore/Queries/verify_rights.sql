-- Returns the rights on tables of the log that the current role has and must not have.
select c.relname::text, p.privilege
from pg_class c
cross join unnest(array['UPDATE', 'DELETE', 'TRUNCATE']) as p(privilege)
where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
  and (
    c.relname in (
      'event', 'event_key', 'lane_batch', 'evidence', 'interned_string', 'jws_header',
      'evidence_dictionary')
    or exists (
      select from pg_inherits i
      where i.inhrelid = c.oid and i.inhparent in ('event'::regclass, 'evidence'::regclass)))
  and (
    has_table_privilege(c.oid, p.privilege)
    or (p.privilege = 'UPDATE' and has_any_column_privilege(c.oid, 'UPDATE')))
order by 1, 2
