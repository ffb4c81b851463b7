-- Returns the ids of the keys without an event that are older than the migration from which on events tell of keys.
select id
from api_key
where event_position is null
  and created_at < (select applied_at from schema_migration where version = 97)
order by id
