-- Returns the rights that the current role has and must not have: to change the log, to destroy the
-- data keys without a record, and to change what an API key may do.
select c.relname::text, p.privilege
from pg_class c
cross join unnest(array['UPDATE', 'DELETE', 'TRUNCATE']) as p(privilege)
where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
  and (
    has_table_privilege(c.oid, p.privilege)
    and c.relname in ('api_key', 'data_key')
    or (
      has_table_privilege(c.oid, p.privilege)
      or (p.privilege = 'UPDATE' and has_any_column_privilege(c.oid, 'UPDATE')))
    and (
      c.relname in (
        'event', 'event_key', 'grant_key', 'lane_batch', 'evidence', 'interned_string', 'jws_header',
        'evidence_dictionary', 'destroyed_data_key')
      or exists (
        select from pg_inherits i
        where i.inhrelid = c.oid and i.inhparent in ('event'::regclass, 'evidence'::regclass))))
order by 1, 2
