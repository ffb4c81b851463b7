-- The position of the event that told a name, by which the grants of accounts that were merged since a
-- position are found. A name told before this column has 0.
alter table account_naming add column told_position bigint not null default 0;

create index account_naming_told on account_naming (lane, told_position);
