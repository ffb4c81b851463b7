-- Stores a new key and returns the moment of its creation; no row if the id is taken.
-- $1 id, $2 name, $3 scopes joined by commas, $4 digest of the key
insert into api_key (id, name, scopes, digest)
values ($1::text, $2::text, string_to_array($3::text, ','), $4::bytea)
on conflict (id) do nothing
returning created_at
