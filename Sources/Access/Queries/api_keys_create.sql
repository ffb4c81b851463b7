-- Keeps a new key. Binds id, name, scopes joined by commas, digest of the key.
-- Answers the moment of creation; no row if the id is taken.
insert into api_key (id, name, scopes, digest)
values ($1::text, $2::text, string_to_array($3::text, ','), $4::bytea)
on conflict (id) do nothing
returning created_at
