-- Grants of coins: the read models of projection `grants`, which are rebuilt from the events, and the progress of
-- granting.

-- A grant as a game sees it. It is never removed, nor does it move to another purchase or coin.
create table coin_grant (
  lane                smallint    not null,
  stream              uuid        not null,
  id                  uuid        not null,
  -- null while its chain has no owner
  account             uuid,
  environment         text        not null,
  app                 text        not null,
  coin                text        not null,
  amount              bigint      not null,
  product             text        not null,
  transaction_id      text        not null,
  quantity            integer     not null,
  granted_at          timestamptz not null,
  -- the position of the event that made it
  made_position       bigint      not null,
  -- by every known refund, whatever its date
  revoked_amount      bigint      not null,
  acknowledged_at     timestamptz,
  -- pending, acknowledged, revoked, or the wallet that keeps the coins
  state               text        not null,
  -- as the game's acknowledgement told it; null where it told none
  booked_amount       bigint,
  -- the position of the last event of the chain: the row is unchanged since
  changed_position    bigint      not null,
  -- true for a purchase from before the cut-over date: another system delivered its coins
  delivered_elsewhere boolean     not null default false,
  primary key (lane, stream, id)
);

create index coin_grant_of_id on coin_grant (lane, id);
create index coin_grant_in_order on coin_grant (lane, made_position);
create index coin_grant_of_account on coin_grant (lane, account, made_position);
create index coin_grant_changed on coin_grant (lane, changed_position);
-- Games poll for pending grants; there are few, however many grants exist.
create index coin_grant_pending on coin_grant (lane, made_position) where state = 'pending';

-- Purchases of consumables that no catalog prices. A purchase made before the cut-over date of its app was
-- delivered by another system and does not wait for a catalog; it is kept because a cut-over date may move back.
create table unpriced_transaction (
  lane               smallint not null,
  stream             uuid     not null,
  transaction_id     text     not null,
  environment        text     not null,
  app                text     not null,
  product            text     not null,
  granted_externally boolean  not null default false,
  primary key (lane, stream, transaction_id)
);

create index unpriced_transaction_of_product on unpriced_transaction (lane, app, product, stream);

-- Chains with grants that could not be decided: no catalog prices a consumable, or a wallet could not hold the coins.
create table granting_wait (
  lane   smallint    not null,
  stream uuid        not null,
  reason text        not null,
  since  timestamptz not null default now(),
  primary key (lane, stream),
  constraint reason_known check (reason in ('unpriced', 'unreadable', 'refused'))
);

-- The grants that the granter proposed and table grant_key refused, as it last met their chains.
create table refused_grant (
  lane                    smallint not null,
  stream                  uuid     not null,
  id                      uuid     not null,
  app                     text     not null,
  environment             text     not null,
  original_transaction_id text     not null,
  transaction_id          text     not null,
  -- the first transaction of the chain that has the grant
  granted_in              text     not null,
  primary key (lane, stream, id)
);

-- The lanes that granting reads again because a catalog is valid backwards: up to `until_position`, beside the
-- reading of new events.
create table granting_backfill (
  lane           smallint primary key,
  position       bigint   not null,
  until_position bigint   not null,
  constraint position_within check (position between 0 and until_position)
);
