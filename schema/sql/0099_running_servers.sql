-- The processes that serve the ledger, as they tell of themselves every ten seconds: which version, rules and parts run
-- where. Nothing is decided by it. A process removes its row when it stops; a row that grows old is of one that was killed,
-- is frozen or cut off, or of the place that a restored copy comes from.
create table running_server (
  id             uuid        not null primary key,
  host           text        not null,
  process        integer     not null,
  version        text        not null,
  commit         text        not null,
  schema_version integer     not null,
  rules          integer     not null,
  parts          text[]      not null,
  epoch          uuid        not null,
  started_at     timestamptz not null,
  seen_at        timestamptz not null
);
