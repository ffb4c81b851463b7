-- Closed books are sealed: nothing that is kept of a close or of Apple's files changes, and nothing is
-- kept that no event of the log tells. The application has the right to add rows; a trigger looks for the
-- event of each.

-- The event in lane 0 that tells of the close, or of the file; null in rows of before.
alter table period_close add column event_position bigint;
alter table apple_file add column event_position bigint;

do $$
declare
  item text;
begin
  foreach item in array
    array['period_close', 'period_report', 'period_total', 'period_deferred', 'apple_file']
  loop
    execute format(
      'create trigger is_append_only before update or delete on %I
         for each row execute function reject_change()', item);
    execute format(
      'create trigger is_not_emptied before truncate on %I
         for each statement execute function reject_change()', item);
  end loop;
end
$$;

-- Returns the part of the JSON of an event in lane 0 under a name; null if there is no event of this type.
create function told_in_lane_0(at bigint, wanted smallint, member text) returns json
language sql stable set search_path = public, pg_temp as $$
  select e.extra -> member from event e where e.lane = 0 and e.position = at and e.type = wanted
$$;

create function require_told_close() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  told constant json := told_in_lane_0(new.event_position, 29::smallint, 'period');
begin
  if told ->> 'bundleID' is distinct from new.app or told ->> 'name' is distinct from new.name
    or told ->> 'calendar' is distinct from new.calendar
    or told ->> 'environment' is distinct from new.environment
  then
    raise exception 'no event tells of the close of %', new.name using errcode = 'DC013';
  end if;
  return new;
end
$$;

create function require_told_report() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (
    select from period_close c,
      json_array_elements(
        told_in_lane_0(c.event_position, 29::smallint, 'period') -> 'reports') as r(told)
    where c.app = new.app and c.environment = new.environment and c.ends_at = new.ends_at
      and r.told ->> 'report' = new.report and r.told ->> 'format' = new.format
      and r.told ->> 'digest' = encode(sha256(new.body), 'hex'))
  then
    raise exception 'no close tells of report % in %', new.report, new.format
      using errcode = 'DC013';
  end if;
  return new;
end
$$;

-- The sums of a close are added after the close and before its reports, in one transaction, and never later.
create function require_new_close() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (
      select from period_close c
      where c.app = new.app and c.environment = new.environment and c.ends_at = new.ends_at)
    or exists (
      select from period_report r
      where r.app = new.app and r.environment = new.environment and r.ends_at = new.ends_at)
  then
    raise exception 'the period is closed, and its sums are kept' using errcode = 'DC013';
  end if;
  return new;
end
$$;

create function require_told_file() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  told constant json := told_in_lane_0(new.event_position, 31::smallint, 'appleFile');
begin
  if told ->> 'content' is distinct from encode(new.digest, 'hex')
    or told ->> 'body' is distinct from encode(sha256(new.body), 'hex')
    or told ->> 'kind' is distinct from new.kind or told ->> 'name' is distinct from new.name
    or told ->> 'firstDay' is distinct from new.first_day
    or told ->> 'lastDay' is distinct from new.last_day
  then
    raise exception 'no event tells of file %', new.name using errcode = 'DC013';
  end if;
  return new;
end
$$;

create trigger is_told before insert on period_close
  for each row execute function require_told_close();
create trigger is_told before insert on period_report
  for each row execute function require_told_report();
create trigger is_told before insert on period_total
  for each row execute function require_new_close();
create trigger is_told before insert on period_deferred
  for each row execute function require_new_close();
create trigger is_told before insert on apple_file
  for each row execute function require_told_file();
