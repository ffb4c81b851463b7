-- Read models of grants. All of it is rebuilt from the events.

-- A grant as a game sees it.
create table coin_grant (
  lane            smallint    not null,
  stream          uuid        not null,
  id              uuid        not null,
  -- null while its chain is nobody's
  account         uuid,
  environment     text        not null,
  app             text        not null,
  coin            text        not null,
  amount          bigint      not null,
  product         text        not null,
  transaction_id  text        not null,
  quantity        integer     not null,
  granted_at      timestamptz not null,
  -- where the lane tells that it was made
  made_position   bigint      not null,
  -- by every refund known, whatever its date
  revoked_amount  bigint      not null,
  acknowledged_at timestamptz,
  -- pending, acknowledged or revoked
  state           text        not null,
  primary key (lane, stream, id)
);

create index coin_grant_of_id on coin_grant (lane, id);
create index coin_grant_in_order on coin_grant (lane, made_position);
create index coin_grant_of_account on coin_grant (lane, account, made_position);
-- What games ask for again and again: few, however many grants there are.
create index coin_grant_pending on coin_grant (lane, made_position) where state = 'pending';

-- A purchase whose coins wait for a catalogue that names its product.
create table unpriced_transaction (
  lane           smallint not null,
  stream         uuid     not null,
  transaction_id text     not null,
  environment    text     not null,
  app            text     not null,
  product        text     not null,
  primary key (lane, stream, transaction_id)
);

create index unpriced_transaction_of_product on unpriced_transaction (lane, app, product, stream);

grant select, insert, update, delete on coin_grant, unpriced_transaction to daicho_app;
