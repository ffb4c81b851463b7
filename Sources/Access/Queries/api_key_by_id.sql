-- One key, revoked or not. Binds its id.
select id, name, array_to_string(scopes, ','), digest, created_at, revoked_at
from api_key
where id = $1::text
