-- The lanes by number. Statements that ask something of each lane join this table, because Citus
-- plans no lateral join over a function such as unnest. Lane 0 is included.
create table lane (
  lane smallint primary key
);

insert into lane select generate_series(0, lanes) from installation;

grant select on lane to daicho_app;
