-- Returns true if these header segments are not those remembered.
-- $1 their numbers, $2 the SHA-256 of lines "number:SHA-256 of the header"
select sha256(convert_to(
    coalesce(
      string_agg(id || ':' || encode(digest, 'hex'), e'\n' order by id), ''), 'UTF8'))
  <> $2::bytea
from jws_header
where id = any($1::integer[])
