-- The seconds for which Apple tells the notifications of a store, where it refused to go back as far as it
-- documents. A row counts for a day, then Apple is asked again.
create table notification_reach (
  app         text        not null,
  environment text        not null,
  seconds     bigint      not null,
  learned_at  timestamptz not null,
  primary key (app, environment)
);
grant select, insert, update on notification_reach to daicho_app;
