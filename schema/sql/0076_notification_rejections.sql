-- The posted notifications that were refused, counted by hour, app and reason, so that a night of forged ones is seen in
-- the morning and a flood of them takes no room. Nothing of their content is kept. `app` is a configured app; '' where the
-- notification claims none.
create table notification_rejection (
  hour     timestamptz not null,
  app      text        not null,
  reason   text        not null,
  count    bigint      not null,
  first_at timestamptz not null,
  last_at  timestamptz not null,
  primary key (hour, app, reason),
  constraint count_positive check (count > 0)
);
