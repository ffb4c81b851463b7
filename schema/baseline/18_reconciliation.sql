-- Reconciliation: the questions to Apple, and their results.

-- The progress of reconciliation in each known chain: the end of its period, and the pages of Apple's histories that
-- were read.
create table reconciliation_cursor (
  lane                    smallint    not null,
  stream                  uuid        not null,
  environment             text        not null,
  app                     text        not null,
  original_transaction_id text        not null,
  -- the latest known end of a period; null for a chain that does not end
  expires_at              timestamptz,
  -- the end about which no further question is needed, and the last time Apple was asked
  settled_for             timestamptz,
  asked_at                timestamptz,
  -- Apple's revisions of the customer's two histories; null before the first page
  history_revision        text,
  refund_revision         text,
  -- the moment at which both were read to their ends
  history_at              timestamptz,
  -- the moment of the next question about a subscription whose renewal is due, half a minute after its end at the
  -- earliest; null for none. Each question moves it, and no chain stays first.
  next_look_at            timestamptz,
  primary key (lane, stream)
);

create index reconciliation_cursor_next_look on reconciliation_cursor (lane, app, next_look_at)
  where next_look_at is not null;
create index reconciliation_cursor_oldest on reconciliation_cursor (lane, history_at);

-- The apps and environments of all purchases that a lane ever had, whatever the settings say now.
create table known_store (
  lane        smallint not null,
  app         text     not null,
  environment text     not null,
  primary key (lane, app, environment)
);

-- A window of Apple's notification history, read page by page and kept with its numbers for ever. A sweep that was
-- interrupted goes on after its token.
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
  rejected         bigint      not null default 0,
  constraint window_not_empty check (window_to > window_from),
  constraint numbers_add_up check (expected = present + repaired + rejected)
);

create index sweep_of_app on sweep (app, environment, window_to);

-- The seconds for which Apple tells the notifications of a store, where it refused to go back as far as it
-- documents. A row counts for a day, then Apple is asked again.
create table notification_reach (
  app         text        not null,
  environment text        not null,
  seconds     bigint      not null,
  learned_at  timestamptz not null,
  primary key (app, environment)
);

-- Notifications that Apple's history lists and that were not ingested. A row is removed once its notification is
-- ingested.
create table rejected_notification (
  app         text        not null,
  environment text        not null,
  -- of the signed payload
  digest      bytea       not null,
  code        text        not null,
  rejected_at timestamptz not null,
  primary key (app, environment, digest)
);

-- The posted notifications that were refused, counted by hour, app and reason: a night of forged ones is seen in the
-- morning, and a flood of them takes no room. Nothing of their content is kept. `app` is a configured app; '' where
-- the notification claims none.
create table notification_rejection (
  hour     timestamptz not null,
  app      text        not null,
  reason   text        not null,
  count    bigint      not null,
  first_at timestamptz not null,
  last_at  timestamptz not null,
  primary key (hour, app, reason),
  constraint count_positive check (count > 0)
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
  rejected    bigint not null,
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
  -- the customers with histories that were read, and the transactions of these
  customers   bigint      not null default 0,
  present     bigint      not null default 0,
  repaired    bigint      not null default 0,
  rejected    bigint      not null default 0,
  -- lines that name a customer with a history that was read before
  known       bigint      not null default 0
);

-- Lines of a backfill file that could not be fetched. A row is removed once its line is fetched.
create table backfill_failure (
  digest bytea  not null,
  line   bigint not null,
  code   text   not null,
  primary key (digest, line)
);
