-- Returns all keys in the form in which events tell of them: id, name, scopes, digest of the digest, apps,
-- environments, expiry, true for a revoked key, and the position of the event in lane 0.
select
  id, name, array_to_string(scopes, ','), encode(sha256(digest), 'hex'), array_to_string(apps, ','),
  array_to_string(environments, ','),
  to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), revoked_at is not null,
  event_position
from api_key
order by id
