-- Revokes a key and returns its id if the key exists; the moment of the first revocation stays.
-- $1 id, $2 now
update api_key
set revoked_at = coalesce(revoked_at, $2::timestamptz)
where id = $1::text
returning id
