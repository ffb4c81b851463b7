-- How far each lane was read for the grants that are due in it. What was decided is in the log: read
-- again from the beginning, nothing is granted twice.
create table granting_checkpoint (
  lane             smallint    primary key,
  position         bigint      not null,
  commons_position bigint      not null default 0,
  moved_at         timestamptz not null default now(),
  constraint position_not_negative check (position >= 0 and commons_position >= 0)
);

-- Chains in which something is due that could not be decided: consumables that no catalogue names,
-- an event that cannot be read, coins that a wallet could not hold.
create table granting_wait (
  lane   smallint    not null,
  stream uuid        not null,
  reason text        not null,
  since  timestamptz not null default now(),
  primary key (lane, stream),
  constraint reason_known check (reason in ('unpriced', 'unreadable', 'refused'))
);

grant select, insert, update, delete on granting_checkpoint, granting_wait to daicho_app;
