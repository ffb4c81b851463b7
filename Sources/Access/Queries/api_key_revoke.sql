-- Ends a key; the moment of the first revocation stays. Binds its id; answers it if it exists.
update api_key
set revoked_at = coalesce(revoked_at, now())
where id = $1::text
returning id
