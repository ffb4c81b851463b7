-- The tables of the log, partitions too, on which a trigger that refuses changes is missing or
-- switched off.
select c.relname::text
from pg_class c
where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
  and (
    c.relname in (
      'event', 'event_key', 'lane_batch', 'evidence', 'word', 'jws_header', 'evidence_dictionary')
    or exists (
      select from pg_inherits i
      where i.inhrelid = c.oid and i.inhparent in ('event'::regclass, 'evidence'::regclass)))
  and 2 > (
    select count(*)
    from pg_trigger t
    where t.tgrelid = c.oid and t.tgenabled in ('O', 'A')
      and t.tgname in ('is_append_only', 'is_not_emptied'))
order by 1
