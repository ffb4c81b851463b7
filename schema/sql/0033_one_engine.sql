-- One engine reads the log for all consumers: the projections together, granting, the outbox and
-- reconciliation.

-- The position of each consumer in each lane and, as that lane saw it, in lane 0. `generation` is 0 for
-- what is read; a rebuild fills another one beside it. A consumer whose work waits for the log's writer
-- claims a lane for a short time instead of locking its row.
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

-- The projections go on together where they were level. Elsewhere they read the lane again.
insert into consumer_checkpoint (consumer, lane, position, shared_position)
select 'projections', lane, min(position),
  min(shared_position) filter (where projection <> 'chains')
from projection_checkpoint
group by lane
having count(*) = 4 and min(position) = max(position)
  and min(shared_position) filter (where projection <> 'chains')
    = max(shared_position) filter (where projection <> 'chains');

insert into consumer_checkpoint (consumer, lane, position, shared_position)
select 'granting', lane, position, shared_position from granting_checkpoint;

insert into consumer_checkpoint (consumer, lane, position)
select name, lane, position
from job_producer_checkpoint cross join (values ('outbox'), ('reconciliation')) as consumer(name);

drop table projection_checkpoint, granting_checkpoint, job_producer_checkpoint;

-- Dead letters of every consumer. The projections share a checkpoint, and each has its own dead letters.
alter table dead_letter rename column projection to consumer;
insert into dead_letter (lane, consumer, position, reason)
select w.lane, 'granting', max(e.position), 'an event of its stream is unreadable'
from granting_wait w
join event e on e.lane = w.lane and e.stream = w.stream
where w.reason = 'unreadable'
group by w.lane, w.stream;
delete from granting_wait where reason = 'unreadable';

-- The place that the first build of a lane has reached: all streams up to `after_stream` are built from
-- the events up to the other two positions.
create table projection_build (
  lane                smallint primary key,
  after_stream        uuid     not null,
  end_position        bigint   not null,
  end_shared_position bigint   not null
);

-- The lanes that granting reads again because a catalog is valid backwards: up to `until_position`,
-- beside the reading of new events.
create table granting_backfill (
  lane           smallint primary key,
  position       bigint   not null,
  until_position bigint   not null,
  constraint position_within check (position between 0 and until_position)
);

grant select, insert, update, delete on consumer_checkpoint, projection_build, granting_backfill
  to daicho_app;
