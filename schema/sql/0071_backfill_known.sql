-- A line of a backfill file may name a customer whose history was read before. Such lines are counted.
alter table backfill add column known bigint not null default 0;
