-- Returns all keys, oldest first.
select
  id, name, array_to_string(scopes, ','), apps, environments, digest, created_at, expires_at,
  revoked_at, last_used_at, event_position is not null
from api_key
order by created_at, id
