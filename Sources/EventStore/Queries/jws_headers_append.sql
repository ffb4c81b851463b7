-- Adds header segments that are not stored yet, with ids after the last one. Needs
-- interned_strings_lock.
-- $1 digests, $2 headers, side by side
insert into jws_header (id, digest, header)
select
  (select coalesce(max(id), 0) from jws_header)::integer
    + row_number() over (order by n.digest)::integer,
  n.digest, n.header
from unnest($1::bytea[], $2::bytea[]) as n(digest, header)
where not exists (select from jws_header where jws_header.digest = n.digest)
