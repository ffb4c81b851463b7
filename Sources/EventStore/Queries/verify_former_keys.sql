-- Returns a row if the moment up to which notifications were stored under former keys is not that of the migration that
-- ended them, or if the log began after it: with the statement that writes the right one.
with rightful as (
  select (
    select m.applied_at
    from schema_migration m
    where m.version = 35
      and exists (
        select
        from lane_batch b
        where b.lane >= 0 and b.first_position = 1 and b.recorded_at < m.applied_at)
  ) as until
)
select format('update installation set former_keys_until = %L', r.until)
from installation i
cross join rightful r
where i.former_keys_until is not null and i.former_keys_until is distinct from r.until
