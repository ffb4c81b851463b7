-- The partitions of the event log and of its evidence.

-- Creates the partitions for the next two times 16,777,216 positions of the farthest lane, and returns the number
-- of partitions that were missing. Attaching them blocks neither readers nor writers.
create function extend_partitions() returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  size constant bigint := 16777216;
  head bigint;
  parent text;
  part text;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(1701209712, 0);
  select coalesce(max(h.last_position), 0) into head
  from installation i
  cross join generate_series(0, i.lanes) as l(lane)
  cross join lateral (
    select b.last_position from lane_batch b
    where b.lane = l.lane order by b.first_position desc limit 1
  ) as h;
  foreach parent in array array['event', 'evidence'] loop
    for n in 0 .. head / size + 2 loop
      part := parent || '_p' || n;
      continue when to_regclass(part) is not null;
      execute format(
        'create table %I (like %I including defaults including constraints including storage)',
        part, parent);
      if parent = 'evidence' then
        execute format('alter table %I set (toast_tuple_target = 8160)', part);
      end if;
      execute format(
        'alter table %I attach partition %I for values from (%s) to (%s)', parent, part,
        case when n = 0 then 'minvalue' else (n * size)::text end, (n + 1) * size);
      execute format(
        'create trigger is_not_emptied before truncate on %I
           for each statement execute function reject_change()', part);
      made := made + 1;
    end loop;
  end loop;
  return made;
end
$$;

revoke execute on function extend_partitions() from public;

-- The partitions of a new ledger.
select extend_partitions();
