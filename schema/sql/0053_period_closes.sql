-- The periods that finance has closed, one after the other for each app and environment, and the bytes
-- of their reports. Rows are only added. An event is before a close if its position is within the cut.
create table period_close (
  app             text        not null,
  environment     text        not null,
  -- as 2026-10
  name            text        not null,
  -- utc, pacific or fiscal
  calendar        text        not null,
  starts_at       timestamptz not null,
  ends_at         timestamptz not null,
  -- the moment of the cut
  closed_at       timestamptz not null,
  closed_by       text        not null,
  -- why it was closed although something was incomplete; null if nothing was
  forced_because  text,
  -- the cut: lanes with their last positions, side by side
  lanes           smallint[]  not null,
  positions       bigint[]    not null,
  primary key (app, environment, ends_at),
  constraint calendar_known check (calendar in ('utc', 'pacific', 'fiscal')),
  constraint period_has_length check (starts_at < ends_at)
);

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
grant select, insert on period_close, period_report to daicho_app;
