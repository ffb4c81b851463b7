-- Grants of coins: the read models, which are rebuilt from the events, and the progress of
-- granting.

-- A grant as a game sees it.
create table coin_grant (
  lane            smallint    not null,
  stream          uuid        not null,
  id              uuid        not null,
  -- null while its chain has no owner
  account         uuid,
  environment     text        not null,
  app             text        not null,
  coin            text        not null,
  amount          bigint      not null,
  product         text        not null,
  transaction_id  text        not null,
  quantity        integer     not null,
  granted_at      timestamptz not null,
  -- the position of the event that made it
  made_position   bigint      not null,
  -- by every known refund, whatever its date
  revoked_amount  bigint      not null,
  acknowledged_at timestamptz,
  -- pending, acknowledged or revoked
  state           text        not null,
  primary key (lane, stream, id)
);

create index coin_grant_of_id on coin_grant (lane, id);
create index coin_grant_in_order on coin_grant (lane, made_position);
create index coin_grant_of_account on coin_grant (lane, account, made_position);
-- Games poll for pending grants; there are few, however many grants exist.
create index coin_grant_pending on coin_grant (lane, made_position) where state = 'pending';

-- Purchases of consumables that no catalog prices. A purchase made before the cut-over date of its
-- app was delivered by another system and does not wait for a catalog; it is kept because a
-- cut-over date may move back.
create table unpriced_transaction (
  lane                smallint not null,
  stream              uuid     not null,
  transaction_id      text     not null,
  environment         text     not null,
  app                 text     not null,
  product             text     not null,
  delivered_elsewhere boolean  not null default false,
  primary key (lane, stream, transaction_id)
);

create index unpriced_transaction_of_product on unpriced_transaction (lane, app, product, stream);

-- The position of granting in each lane and in lane 0. The decisions are in the log: reading a lane
-- again from its beginning grants nothing twice.
create table granting_checkpoint (
  lane             smallint    primary key,
  position         bigint      not null,
  commons_position bigint      not null default 0,
  moved_at         timestamptz not null default now(),
  constraint position_not_negative check (position >= 0 and commons_position >= 0)
);

-- Chains whose grants could not be decided: no catalog prices a consumable, an event cannot be
-- read, or a wallet could not hold the coins.
create table granting_wait (
  lane   smallint    not null,
  stream uuid        not null,
  reason text        not null,
  since  timestamptz not null default now(),
  primary key (lane, stream),
  constraint reason_known check (reason in ('unpriced', 'unreadable', 'refused'))
);
