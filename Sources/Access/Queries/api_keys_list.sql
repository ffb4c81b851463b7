-- Returns all keys, oldest first.
select id, name, array_to_string(scopes, ','), digest, created_at, revoked_at
from api_key
order by created_at, id
