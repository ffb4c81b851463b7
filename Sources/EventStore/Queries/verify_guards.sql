-- Returns the tables of the log, partitions included, on which a trigger against changes is missing
-- or disabled.
select c.relname::text
from pg_class c
where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
  and (
    c.relname in (
      'event', 'event_key', 'grant_key', 'lane_batch', 'evidence', 'interned_string', 'jws_header',
      'evidence_dictionary', 'destroyed_data_key')
    or exists (
      select from pg_inherits i
      where i.inhrelid = c.oid and i.inhparent in ('event'::regclass, 'evidence'::regclass)))
  and 2 > (
    select count(*)
    from pg_trigger t
    where t.tgrelid = c.oid and t.tgenabled in ('O', 'A')
      and t.tgname in ('is_append_only', 'is_not_emptied'))
order by 1
