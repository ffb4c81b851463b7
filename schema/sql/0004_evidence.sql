-- What evidence is packed and sealed with, apart from it.

-- The header segments of Apple's signatures, most of a JWS and the same for months, each once.
-- A reference table like `word`.
create table jws_header (
  id     integer primary key,
  digest bytea   not null,
  header bytea   not null,
  constraint jws_header_once unique (digest)
);

-- The dictionaries that bodies are compressed with; a body names its own.
create table evidence_dictionary (
  id   smallint primary key,
  body bytea    not null
);

-- A key for each stream that has evidence or a name, wrapped by the master key named. Destroying it
-- forgets what it sealed and breaks no chain: the only rows of the ledger that may go.
create table data_key (
  lane       smallint    not null,
  stream     uuid        not null,
  master_key text        not null,
  wrapped    bytea       not null,
  made_at    timestamptz not null default now(),
  primary key (lane, stream)
);

-- What an account is called, sealed with the key of its stream.
create table account_name (
  lane   smallint not null,
  stream uuid     not null,
  sealed bytea    not null,
  primary key (lane, stream)
);

create trigger is_append_only before update or delete on jws_header
  for each row execute function refuse_change();
create trigger is_append_only before update or delete on evidence_dictionary
  for each row execute function refuse_change();
create trigger is_not_emptied before truncate on jws_header
  for each statement execute function refuse_change();
create trigger is_not_emptied before truncate on evidence_dictionary
  for each statement execute function refuse_change();
