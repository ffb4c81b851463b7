-- Returns the events that a rebuild has read, those that it reads in all, the milliseconds from its
-- beginning to its last page, and true if a process is at work.
-- $1 generation, $2 class of the builder's lock
select coalesce(sum(r.events), 0)::bigint as events,
  coalesce(sum(r.end_position), 0)::bigint as total,
  coalesce(extract(epoch from max(r.moved_at) - min(r.begun_at)) * 1000, 0)::bigint as elapsed,
  exists (
    select from pg_locks
    where locktype = 'advisory' and classid = $2::integer::oid and objid = 0 and objsubid = 2
      and granted and database = (select oid from pg_database where datname = current_database())
  ) as is_running
from projection_rebuild r
where r.generation = $1::integer
