-- Records the last use of some keys; a later one stays.
-- $1 ids, $2 the moment of each one's last use
update api_key k
set last_used_at = u.used_at
from unnest($1::text[], $2::timestamptz[]) as u(id, used_at)
where k.id = u.id and (k.last_used_at is null or k.last_used_at < u.used_at)
