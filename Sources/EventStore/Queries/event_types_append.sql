-- Adds the names of event types that are not stored yet.
-- $1 types, $2 names, side by side
insert into event_type (type, name)
select type, name from unnest($1::smallint[], $2::text[]) as n(type, name)
on conflict (type) do nothing
