-- The event store: what Apple told us and what we decided, append-only.

-- One row: how many lanes the streams are spread over, fixed when the ledger is founded.
-- Lane 0 stands beside them and holds what every rule reads.
create table installation (
  singleton  boolean     primary key default true,
  lanes      smallint    not null,
  epoch      uuid        not null,
  founded_at timestamptz not null default now(),
  constraint installation_is_one_row check (singleton),
  constraint lanes_positive check (lanes between 1 and 1024)
);

-- A dictionary of recurring words (apps, products, currencies, Apple's enumerations), so that event
-- rows stay narrow and an unknown word of tomorrow is kept as it came. Written before the events
-- that use it and never changed.
create table word (
  id   integer primary key,
  text text    not null,
  constraint word_once unique (text)
);

-- What rules read. `position` counts 1, 2, 3 … within a lane, without gaps, given out under the
-- lane's lock, so that rows become visible in order: `position > checkpoint` misses nothing.
-- `stream` is half a SHA-256 of the stream's name. Partitioned by position, which is by time.
create table event (
  lane                    smallint    not null,
  position                bigint      not null,
  stream                  uuid        not null,
  asserted_at             timestamptz not null,
  recorded_at             timestamptz not null,
  type                    smallint    not null,
  schema_version          smallint    not null,
  trust                   smallint    not null,
  -- two bits a field group: 0 silent, 1 absent, 2 present
  asserted_groups         smallint    not null,
  -- two bits a flag: 0 unknown, 1 false, 2 true
  flags                   smallint    not null,
  -- words
  environment             integer     not null,
  app                     integer,
  product                 integer,
  product_type            integer,
  subscription_group      integer,
  ownership               integer,
  reason                  integer,
  storefront              integer,
  storefront_id           integer,
  currency                integer,
  billing_plan            integer,
  offer_identifier        integer,
  offer_discount          integer,
  offer_period            integer,
  revocation_type         integer,
  auto_renew_product      integer,
  notification_type       integer,
  notification_subtype    integer,
  -- Apple's numbers
  quantity                integer,
  offer_type              integer,
  revocation_reason       integer,
  revocation_percentage   integer,
  expiration_intent       integer,
  price_increase_status   integer,
  status                  integer,
  price                   bigint,
  purchase_at             timestamptz,
  original_purchase_at    timestamptz,
  expires_at              timestamptz,
  revoked_at              timestamptz,
  renewal_at              timestamptz,
  grace_expires_at        timestamptz,
  account_token           uuid,
  notification            uuid,
  digest                  bytea       not null,
  evidence                bytea,
  original_transaction_id text,
  transaction_id          text,
  app_transaction_id      text,
  web_order_line_item_id  text,
  account                 text,
  extra                   json,
  primary key (lane, position)
) partition by range (position);

create table event_p0 partition of event for values from (minvalue) to (16777216);
create table event_p1 partition of event for values from (16777216) to (33554432);

create index event_of_stream on event (lane, stream, position);

-- What was said once is stored once, for ever. The key starts with the time of what was asserted,
-- so that new ones go to the right edge of the index; messages, known by Apple's UUID alone, share
-- the first moment.
create table event_key (
  lane        smallint    not null,
  asserted_at timestamptz not null,
  key         uuid        not null,
  position    bigint      not null,
  primary key (lane, asserted_at, key)
);

-- One row per lane and commit: the root over its events' digests in order, chained to the row
-- before. Its last row is the lane's head; its primary key fences off a writer that computed from
-- an older head.
create table lane_batch (
  lane           smallint    not null,
  first_position bigint      not null,
  last_position  bigint      not null,
  root           bytea       not null,
  chain          bytea       not null,
  recorded_at    timestamptz not null,
  primary key (lane, first_position),
  constraint batch_not_empty check (last_position >= first_position)
);

-- The bytes received, kept for ever, found by their own digest.
-- encoding 0: the bytes as they came.
create table evidence (
  lane        smallint    not null,
  digest      bytea       not null,
  recorded_at timestamptz not null,
  encoding    smallint    not null,
  body        bytea       not null,
  primary key (lane, digest)
);
alter table evidence alter column body set storage main;
