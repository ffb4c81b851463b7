-- Stores a new key and returns the moment of its creation; no row if the id is taken.
-- $1 id, $2 name, $3 scopes joined by commas, $4 apps or null for all, $5 environments or null for
-- all, $6 digest of the key, $7 expiry or null, $8 position in lane 0 of the event that tells of it
insert into api_key (id, name, scopes, apps, environments, digest, expires_at, event_position)
values (
  $1::text, $2::text, string_to_array($3::text, ','), $4::text[], $5::text[], $6::bytea,
  $7::timestamptz, $8::bigint)
on conflict (id) do nothing
returning created_at
