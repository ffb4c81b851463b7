-- Returns one key, revoked or not.
-- $1 id
select
  id, name, array_to_string(scopes, ','), apps, environments, digest, created_at, expires_at,
  revoked_at, last_used_at, event_position is not null
from api_key
where id = $1::text
