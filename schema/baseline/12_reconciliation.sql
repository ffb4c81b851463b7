-- Reconciliation: the questions to Apple, and their results.

-- A window of Apple's notification history, read page by page and kept with its numbers for ever. A
-- sweep that was interrupted goes on after its token.
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
  -- the notifications Apple listed: already present, ingested now, and rejected
  expected         bigint      not null default 0,
  present          bigint      not null default 0,
  repaired         bigint      not null default 0,
  refused          bigint      not null default 0,
  constraint window_not_empty check (window_to > window_from),
  constraint numbers_add_up check (expected = present + repaired + refused)
);

create index sweep_of_app on sweep (app, environment, window_to);

-- Notifications that Apple's history lists and that were not ingested. A row is removed once its
-- notification is ingested.
create table refused_notification (
  app          text        not null,
  environment  text        not null,
  -- of the signed payload
  digest       bytea       not null,
  code         text        not null,
  refused_at   timestamptz not null,
  primary key (app, environment, digest)
);

-- The results of reading customers' transactions, for each day.
create table history_count (
  app         text   not null,
  environment text   not null,
  day         date   not null,
  -- history or status
  kind        text   not null,
  asked       bigint not null,
  expected    bigint not null,
  present     bigint not null,
  repaired    bigint not null,
  refused     bigint not null,
  primary key (app, environment, day, kind)
);

-- The process that reconciles an app: one at a time.
create table reconciler_lease (
  app         text        not null,
  environment text        not null,
  holder      uuid        not null,
  until       timestamptz not null,
  primary key (app, environment)
);

-- A backfill file, identified by its content, and the number of its lines that are done.
create table backfill (
  digest      bytea       primary key,
  app         text        not null,
  begun_at    timestamptz not null,
  moved_at    timestamptz not null,
  finished_at timestamptz,
  lines_done  bigint      not null default 0,
  -- customers whose histories were read, and the transactions of these
  customers   bigint      not null default 0,
  present     bigint      not null default 0,
  repaired    bigint      not null default 0,
  refused     bigint      not null default 0
);

-- Lines of a backfill file that could not be fetched. A row is removed once its line is fetched.
create table backfill_failure (
  digest bytea  not null,
  line   bigint not null,
  code   text   not null,
  primary key (digest, line)
);
