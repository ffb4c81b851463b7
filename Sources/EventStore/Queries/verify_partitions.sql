-- Returns the end of the last partition of each partitioned table of the log.
select
  t.name,
  coalesce((
    select max(substring(pg_get_expr(c.relpartbound, c.oid) from $$TO \('?(\d+)'?\)$$)::bigint)
    from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    where i.inhparent = t.name::regclass), 0) as end_position
from unnest(array['event', 'evidence']) as t(name)
