-- Revokes a key and returns its id if the key exists; the moment of the first revocation stays.
-- $1 id
update api_key
set revoked_at = coalesce(revoked_at, now())
where id = $1::text
returning id
