-- The event log: Apple's assertions and the ledger's decisions, append-only.

-- The events. `position` counts 1, 2, 3 … within a lane, without gaps, and is assigned under the lane's lock: rows
-- become visible in order, and `position > checkpoint` misses nothing. `stream` is half a SHA-256 of the stream's
-- name. The table is partitioned by position, which follows time.
--
-- A signed notification and its facts share a row, which holds the events `first_position` to `position`. Where a
-- renewal would use a column of the transaction beside it, it has one of its own.
create table event (
  lane                       smallint    not null,
  position                   bigint      not null,
  stream                     uuid        not null,
  asserted_at                timestamptz not null,
  recorded_at                timestamptz not null,
  type                       smallint    not null,
  schema_version             smallint    not null,
  trust                      smallint    not null,
  -- two bits for each field group: 0 silent, 1 absent, 2 present
  asserted_groups            smallint    not null,
  -- two bits for each flag: 0 unknown, 1 false, 2 true
  flags                      smallint    not null,
  -- ids of recurring strings
  environment                integer     not null,
  app                        integer,
  product                    integer,
  product_type               integer,
  subscription_group         integer,
  ownership                  integer,
  reason                     integer,
  storefront                 integer,
  storefront_id              integer,
  currency                   integer,
  billing_plan               integer,
  offer_identifier           integer,
  offer_discount             integer,
  offer_period               integer,
  revocation_type            integer,
  auto_renew_product         integer,
  notification_type          integer,
  notification_subtype       integer,
  -- Apple's numbers
  quantity                   integer,
  offer_type                 integer,
  revocation_reason          integer,
  revocation_percentage      integer,
  expiration_intent          integer,
  price_increase_status      integer,
  status                     integer,
  price                      bigint,
  purchase_at                timestamptz,
  original_purchase_at       timestamptz,
  expires_at                 timestamptz,
  revoked_at                 timestamptz,
  renewal_at                 timestamptz,
  grace_expires_at           timestamptz,
  account_token              uuid,
  notification               uuid,
  digest                     bytea       not null,
  -- the event of this lane that brought the evidence this one rests on, possibly itself
  evidence                   bigint,
  -- the event of this lane that asserted the same content first; the content is not repeated here
  reasserts                  bigint,
  -- the stream of the account that a decision names; account names are sealed in their own table
  account                    uuid,
  original_transaction_id    text,
  transaction_id             text,
  app_transaction_id         text,
  web_order_line_item_id     text,
  extra                      json,
  -- the first event of a row with several events; null in a row with one
  first_position             bigint,
  details                    json,
  recent_start_at            timestamptz,
  transaction_asserted_at    timestamptz,
  renewal_asserted_at        timestamptz,
  renewal_groups             integer,
  renewal_flags              integer,
  renewal_product            integer,
  renewal_currency           integer,
  renewal_billing_plan       integer,
  renewal_offer_type         integer,
  renewal_offer_identifier   integer,
  renewal_offer_discount     integer,
  renewal_offer_period       integer,
  renewal_price              bigint,
  renewal_account_token      uuid,
  renewal_app_transaction_id text,
  renewal_extra              json,
  primary key (lane, position)
) partition by range (position);

create index event_of_stream on event (lane, stream, position);

-- A row of table event as the application sends it: many rows are one parameter. What is known under the lane's
-- lock comes first, then the rest by type.
create type event_row as (
  lane                       smallint,
  position                   bigint,
  first_position             bigint,
  recorded_at                timestamptz,
  evidence                   bigint,
  reasserts                  bigint,
  stream                     uuid,
  asserted_at                timestamptz,
  type                       smallint,
  schema_version             smallint,
  trust                      smallint,
  asserted_groups            smallint,
  flags                      smallint,
  environment                integer,
  app                        integer,
  product                    integer,
  product_type               integer,
  subscription_group         integer,
  ownership                  integer,
  reason                     integer,
  storefront                 integer,
  storefront_id              integer,
  currency                   integer,
  billing_plan               integer,
  offer_identifier           integer,
  offer_discount             integer,
  offer_period               integer,
  revocation_type            integer,
  auto_renew_product         integer,
  notification_type          integer,
  notification_subtype       integer,
  renewal_product            integer,
  renewal_currency           integer,
  renewal_billing_plan       integer,
  renewal_offer_identifier   integer,
  renewal_offer_discount     integer,
  renewal_offer_period       integer,
  quantity                   integer,
  offer_type                 integer,
  revocation_reason          integer,
  revocation_percentage      integer,
  expiration_intent          integer,
  price_increase_status      integer,
  status                     integer,
  renewal_offer_type         integer,
  renewal_groups             integer,
  renewal_flags              integer,
  price                      bigint,
  purchase_at                timestamptz,
  original_purchase_at       timestamptz,
  expires_at                 timestamptz,
  revoked_at                 timestamptz,
  renewal_at                 timestamptz,
  grace_expires_at           timestamptz,
  recent_start_at            timestamptz,
  transaction_asserted_at    timestamptz,
  renewal_asserted_at        timestamptz,
  account_token              uuid,
  notification               uuid,
  digest                     bytea,
  account                    uuid,
  original_transaction_id    text,
  transaction_id             text,
  app_transaction_id         text,
  web_order_line_item_id     text,
  renewal_app_transaction_id text,
  extra                      json,
  details                    json,
  renewal_price              bigint,
  renewal_account_token      uuid,
  renewal_extra              json
);

-- Deduplication keys, kept for ever. The key is half a digest of the content and begins with a moment of the
-- content, which puts new keys at the right edge of the index. A notification's key begins with the month of its
-- signature; content without a moment shares the first one.
create table event_key (
  lane        smallint    not null,
  moment      timestamptz not null,
  -- the event's moment of assertion: tells a copy from a reassertion without reading the event
  asserted_at timestamptz not null,
  position    bigint      not null,
  key         uuid        not null,
  primary key (lane, moment, key)
);

-- The grants of the whole ledger by their ids, which have no chain in them: a transaction that Apple tells under
-- two chains is granted in the one that was decided first. `lane` follows from the id, not from the chain: the key
-- is unique in the whole ledger, and tables may still be distributed by their lanes. The other columns name the chain
-- and the event of the first decision.
create table grant_key (
  lane       smallint not null,
  event_lane smallint not null,
  position   bigint   not null,
  id         uuid     not null,
  stream     uuid     not null,
  primary key (lane, id)
);

-- The hash chain: one row for each lane and commit. `root` covers the digests of the batch's events in order,
-- `chain` links the row to the one before, and all events of the batch bear its moment. The last row of a lane is
-- the lane's head. The primary key refuses a writer that computed its batch from an older head.
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

-- Finds the last batch before a moment: what was known then.
create index batch_of_moment on lane_batch (lane, recorded_at);
