-- The read models of purchase chains and accounts: projection `chains`. All rows are rebuilt from the events.

-- The state of each chain, its owner and its renewal, in the ledger's own bytes.
create table chain (
  lane                    smallint not null,
  stream                  uuid     not null,
  environment             text     not null,
  original_transaction_id text     not null,
  state                   bytea    not null,
  app                     text     not null,
  primary key (lane, stream)
);

-- The joined facts of each transaction of a chain.
create table chain_transaction (
  lane           smallint not null,
  stream         uuid     not null,
  transaction_id text     not null,
  state          bytea    not null,
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
  app                     text     not null,
  primary key (lane, account_stream, original_transaction_id)
);

-- The names of players as streams tell them: aliases, names that were freed, and merges, each in its own lane. The
-- account's stream names the alias that it claimed, the alias's stream names the account; an alias is valid where
-- both agree. The rows of a name join in any order.
create table account_naming (
  lane          smallint not null,
  stream        uuid     not null,
  account       uuid     not null,
  alias         uuid     not null,
  -- 0 alias or claim, 1 freed, 2 merged, 3 merge undone
  kind          smallint not null,
  -- the generation of an alias or of a freed name; for a merge, that of the name of its stream
  generation    integer  not null,
  -- the number of a merge
  number        integer  not null,
  -- the event that told the name; it finds the grants of accounts that were merged since a position
  told_position bigint   not null default 0,
  primary key (lane, stream, kind, account, alias, generation, number)
);

create index account_naming_told on account_naming (lane, told_position);

-- Promotional entitlements. A person gives them and no transaction of Apple's tells them: they are read by their
-- account.
create table account_promotion (
  lane             smallint    not null,
  -- the stream of the account to which it was given
  stream           uuid        not null,
  promotion        uuid        not null,
  -- the product that it opens, or the name that products unlock
  product          text,
  name             text,
  type             text        not null,
  granted_at       timestamptz not null,
  until            timestamptz not null,
  -- the event that granted it
  granted_position bigint      not null,
  -- null while it was not withdrawn
  withdrawn_at     timestamptz,
  primary key (lane, stream, promotion),
  constraint product_or_name check (num_nulls(product, name) = 1)
);
