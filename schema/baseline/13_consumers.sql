-- The readers of the log: one engine reads it for the projections together, granting, the outbox and
-- reconciliation.

-- The position of each consumer in each lane and, as that lane saw it, in lane 0. It moves in the transaction that
-- writes the consumer's rows. `generation` is 0 for the rows that are read; a rebuild fills another one beside it. A
-- consumer that waits for the log's writer claims a lane for a short time instead of locking its row.
create table consumer_checkpoint (
  consumer        text        not null,
  generation      integer     not null default 0,
  lane            smallint    not null,
  position        bigint      not null,
  shared_position bigint      not null default 0,
  moved_at        timestamptz not null default now(),
  claimed_by      uuid,
  claimed_until   timestamptz,
  primary key (lane, consumer, generation),
  constraint position_not_negative check (position >= 0 and shared_position >= 0),
  constraint claimed_by_and_until check ((claimed_by is null) = (claimed_until is null))
);

-- Events that a consumer could not process, each with the reason. The consumer went on without them and tries them
-- again at its next start. The projections share a checkpoint, and each has its own dead letters.
create table dead_letter (
  consumer         text        not null,
  lane             smallint    not null,
  position         bigint      not null,
  reason           text        not null,
  dead_lettered_at timestamptz not null default now(),
  primary key (lane, consumer, position)
);

-- The processes that serve the ledger, as they tell of themselves every ten seconds: which version, rules and parts
-- run where. Nothing is decided by it. A process removes its row when it stops; an old row is of one that was
-- killed, is frozen or cut off, or of the place that a restored copy comes from.
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
