-- Read models of purchase chains. All of it is rebuilt from the events.

-- How far each projection has read each lane; moved in the transaction that writes its rows.
create table projection_checkpoint (
  projection text        not null,
  lane       smallint    not null,
  position   bigint      not null,
  moved_at   timestamptz not null default now(),
  primary key (lane, projection)
);

-- Events that a projection could not take in, and why; tried again at its next start. The rest of
-- the lane went on without them.
create table parked_event (
  projection text        not null,
  lane       smallint    not null,
  position   bigint      not null,
  reason     text        not null,
  parked_at  timestamptz not null default now(),
  primary key (lane, projection, position)
);

-- A chain: who owns it and how it goes on.
create table chain (
  lane                    smallint not null,
  stream                  uuid     not null,
  environment             text     not null,
  original_transaction_id text     not null,
  state                   json     not null,
  primary key (lane, stream)
);

-- The joined knowledge of each transaction of a chain.
create table chain_transaction (
  lane           smallint not null,
  stream         uuid     not null,
  transaction_id text     not null,
  state          json     not null,
  primary key (lane, stream, transaction_id)
);

-- Which chain a transaction belongs to: a look-up names all lanes.
create index chain_of_transaction on chain_transaction (lane, transaction_id);

-- The chains an account has named, in the account's lane. Whether it owns one is told by the chain.
create table account_chain (
  lane                    smallint not null,
  account_stream          uuid     not null,
  environment             text     not null,
  original_transaction_id text     not null,
  primary key (lane, account_stream, original_transaction_id)
);
