-- Stores the seconds for which Apple tells a store's notifications.
-- $1 app, $2 environment, $3 seconds, $4 now
insert into notification_reach (app, environment, seconds, learned_at)
values ($1::text, $2::text, $3::bigint, $4::timestamptz)
on conflict (app, environment) do update
set seconds = excluded.seconds, learned_at = excluded.learned_at
