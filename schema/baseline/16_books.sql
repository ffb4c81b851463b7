-- The closed books of finance. They are sealed: nothing that is kept of a close or of Apple's files changes, and
-- nothing is kept that no event of the log tells. The application has the right to add rows; a trigger looks for the
-- event of each.

-- The periods that finance has closed, one after the other for each app and environment. An event is before a close
-- if its position is within the cut.
create table period_close (
  app            text        not null,
  environment    text        not null,
  -- as 2026-10
  name           text        not null,
  -- utc, pacific or fiscal
  calendar       text        not null,
  starts_at      timestamptz not null,
  ends_at        timestamptz not null,
  -- the moment of the cut
  closed_at      timestamptz not null,
  closed_by      text        not null,
  -- why it was closed although something was incomplete; null if nothing was
  forced_because text,
  -- the cut: lanes with their last positions, side by side
  lanes          smallint[]  not null,
  positions      bigint[]    not null,
  -- the number of the rules that closed the period
  rules          integer,
  -- the events that could not be read at the time. When they are processed later, the books of that time differ
  -- from the sums of the close, and the difference is booked on the first open day.
  left_out       bigint      not null default 0,
  -- the event in lane 0 that tells of the close
  event_position bigint,
  primary key (app, environment, ends_at),
  constraint calendar_known check (calendar in ('utc', 'pacific', 'fiscal')),
  constraint period_has_length check (starts_at < ends_at)
);

-- The bytes of the reports of a closed period.
create table period_report (
  app         text        not null,
  environment text        not null,
  ends_at     timestamptz not null,
  report      text        not null,
  -- json or csv
  format      text        not null,
  body        bytea       not null,
  primary key (app, environment, ends_at, report, format)
);

-- The sums of each period as it was closed. When a program with other rules rebuilds the journal, the difference
-- from these sums is an adjustment of the first open day.
create table period_total (
  app                text        not null,
  environment        text        not null,
  ends_at            timestamptz not null,
  -- 1, 2, 3 within the period
  number             integer     not null,
  -- charge, refund, upgrade or reversal
  kind               text        not null,
  -- time: it belongs to the period; late: to an earlier one; rules: only a change of the rules made it
  origin             text        not null,
  product            text        not null,
  subscription_group text,
  storefront         text,
  currency           text        not null,
  -- in thousandths, with the reason; null if no row of the terms applied
  rate               smallint,
  reason             text,
  -- true if the price is earned over a time
  is_deferred        boolean     not null,
  count              bigint      not null,
  -- milliunits of the currency
  price              numeric     not null,
  tax                numeric     not null,
  commission         numeric     not null,
  saved              numeric     not null,
  lapse_cost         numeric     not null,
  primary key (app, environment, ends_at, number),
  constraint origin_known check (origin in ('time', 'late', 'rules'))
);

-- The debt of service that customers have paid for, as each period was closed.
create table period_deferred (
  app                 text        not null,
  environment         text        not null,
  ends_at             timestamptz not null,
  -- 1, 2, 3 within the period
  number              integer     not null,
  product             text        not null,
  subscription_group  text,
  storefront          text,
  currency            text        not null,
  -- milliunits of the currency
  opening             numeric     not null,
  billed              numeric     not null,
  recognized          numeric     not null,
  refunded            numeric     not null,
  -- the part that only a change of the rules made: of what was recognized and refunded in closed periods, and of
  -- the debt
  recognized_by_rules numeric     not null,
  refunded_by_rules   numeric     not null,
  by_rules            numeric     not null,
  closing             numeric     not null,
  -- the commitments that ran at the end
  committed_months    bigint      not null default 0,
  committed           numeric     not null default 0,
  primary key (app, environment, ends_at, number)
);

-- Apple's report files as they came, evidence of what Apple says it sold and paid. A SUBSCRIPTION file names its day
-- in its name alone, and those of two days may be alike: both are kept.
create table apple_file (
  -- SHA-256 of the decompressed content
  digest         bytea       not null,
  -- SALES, FINANCIAL and so on
  kind           text        not null,
  name           text        not null,
  -- the days that the file is about; null where it names none
  first_day      text,
  last_day       text,
  body           bytea       not null,
  -- the moment of the event below: it decides which of two files of one day counts
  imported_at    timestamptz not null default clock_timestamp(),
  -- the event in lane 0 that tells of the file
  event_position bigint,
  primary key (digest, name)
);

create index apple_file_of_day on apple_file (kind, first_day);

create trigger is_append_only before update or delete on period_close
  for each row execute function reject_change();
create trigger is_not_emptied before truncate on period_close
  for each statement execute function reject_change();
create trigger is_append_only before update or delete on period_report
  for each row execute function reject_change();
create trigger is_not_emptied before truncate on period_report
  for each statement execute function reject_change();
create trigger is_append_only before update or delete on period_total
  for each row execute function reject_change();
create trigger is_not_emptied before truncate on period_total
  for each statement execute function reject_change();
create trigger is_append_only before update or delete on period_deferred
  for each row execute function reject_change();
create trigger is_not_emptied before truncate on period_deferred
  for each statement execute function reject_change();
create trigger is_append_only before update or delete on apple_file
  for each row execute function reject_change();
create trigger is_not_emptied before truncate on apple_file
  for each statement execute function reject_change();

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
