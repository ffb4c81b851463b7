-- What was asked of Apple, and what came of it.

-- A part of Apple's history of notifications, read page by page: kept with its numbers for ever. One
-- that was cut short goes on after its token.
create table sweep (
  id               uuid        primary key,
  app              text        not null,
  environment      text        not null,
  window_from      timestamptz not null,
  window_to        timestamptz not null,
  started_at       timestamptz not null,
  moved_at         timestamptz not null,
  -- null while there is more to be read
  finished_at      timestamptz,
  pagination_token text,
  -- what Apple showed, of it what was here, what was taken in, and what could not be
  expected         bigint      not null default 0,
  present          bigint      not null default 0,
  repaired         bigint      not null default 0,
  refused          bigint      not null default 0,
  constraint window_not_empty check (window_to > window_from),
  constraint numbers_add_up check (expected = present + repaired + refused)
);

create index sweep_of_app on sweep (app, environment, window_to);

-- What Apple's history shows and was not taken in; gone once it is.
create table refused_notification (
  app          text        not null,
  environment  text        not null,
  -- of what was signed
  digest       bytea       not null,
  code         text        not null,
  refused_at   timestamptz not null,
  primary key (app, environment, digest)
);

-- What reading customers' transactions came to, by day.
create table history_count (
  app         text   not null,
  environment text   not null,
  day         date   not null,
  -- history, status
  kind        text   not null,
  asked       bigint not null,
  expected    bigint not null,
  present     bigint not null,
  repaired    bigint not null,
  refused     bigint not null,
  primary key (app, environment, day, kind)
);

-- Which process reconciles an app: one at a time.
create table reconciler_lease (
  app         text        not null,
  environment text        not null,
  holder      uuid        not null,
  until       timestamptz not null,
  primary key (app, environment)
);

-- A file of the first day, by its content: how many of its lines are done.
create table backfill (
  digest      bytea       primary key,
  app         text        not null,
  begun_at    timestamptz not null,
  moved_at    timestamptz not null,
  finished_at timestamptz,
  lines_done  bigint      not null default 0,
  -- customers whose histories were read, and what these held
  customers   bigint      not null default 0,
  present     bigint      not null default 0,
  repaired    bigint      not null default 0,
  refused     bigint      not null default 0
);

-- Lines of such a file of which nothing could be fetched; gone once it is.
create table backfill_failure (
  digest bytea  not null,
  line   bigint not null,
  code   text   not null,
  primary key (digest, line)
);

grant select, insert, update, delete
  on backfill, backfill_failure, sweep, refused_notification, history_count, reconciler_lease to daicho_app;
