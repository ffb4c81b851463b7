-- Projections, and the read models of purchase chains and accounts. All rows are rebuilt from the
-- events.

-- The position of each projection in each lane, moved in the transaction that writes the
-- projection's rows. `commons_position` is the position in lane 0 that the rows rest on.
create table projection_checkpoint (
  projection       text        not null,
  lane             smallint    not null,
  position         bigint      not null,
  moved_at         timestamptz not null default now(),
  commons_position bigint      not null default 0,
  primary key (lane, projection)
);

-- Events that a projection could not process, each with the reason. The projection went on without
-- them and tries them again at its next start.
create table parked_event (
  projection text        not null,
  lane       smallint    not null,
  position   bigint      not null,
  reason     text        not null,
  parked_at  timestamptz not null default now(),
  primary key (lane, projection, position)
);

-- The state of each chain: its owner and its renewal.
create table chain (
  lane                    smallint not null,
  stream                  uuid     not null,
  environment             text     not null,
  original_transaction_id text     not null,
  state                   json     not null,
  primary key (lane, stream)
);

-- The joined facts of each transaction of a chain.
create table chain_transaction (
  lane           smallint not null,
  stream         uuid     not null,
  transaction_id text     not null,
  state          json     not null,
  primary key (lane, stream, transaction_id)
);

-- Finds the chain of a transaction; a query names all lanes.
create index chain_of_transaction on chain_transaction (lane, transaction_id);

-- The chains that an account has named, in the account's lane. The chain's state tells its owner.
create table account_chain (
  lane                    smallint not null,
  account_stream          uuid     not null,
  environment             text     not null,
  original_transaction_id text     not null,
  primary key (lane, account_stream, original_transaction_id)
);

-- Aliases as both sides tell them, each in its own lane: the account's stream names the alias it
-- claimed, the alias's stream names the account. An alias is valid where both agree.
create table account_alias (
  lane    smallint not null,
  stream  uuid     not null,
  account uuid     not null,
  alias   uuid     not null,
  primary key (lane, stream, account, alias)
);
