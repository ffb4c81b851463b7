-- Remembers apps and environments of which a lane has a purchase.
-- $1 lane, $2 apps, $3 environments, side by side
insert into known_store (lane, app, environment)
select $1::smallint, * from unnest($2::text[], $3::text[])
on conflict (lane, app, environment) do nothing
