-- Adds strings that are not stored yet, with ids after the last one. Needs interned_strings_lock.
-- $1 strings
insert into interned_string (id, text)
select
  (select coalesce(max(id), 0) from interned_string)::integer
    + row_number() over (order by n.text)::integer,
  n.text
from unnest($1::text[]) as n(text)
where not exists (select from interned_string where interned_string.text = n.text)
