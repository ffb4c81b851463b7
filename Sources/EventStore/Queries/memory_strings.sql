-- Returns true if the interned strings up to an id are not those remembered.
-- $1 the last id, $2 the SHA-256 of lines "id:text"
select sha256(convert_to(
    coalesce(string_agg(id || ':' || text, e'\n' order by id), ''), 'UTF8')) <> $2::bytea
from interned_string
where id <= $1::integer
