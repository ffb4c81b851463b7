-- Adds words that are not there, numbered on from the last. Under words_lock.
-- $1 words
insert into word (id, text)
select
  (select coalesce(max(id), 0) from word)::integer
    + row_number() over (order by n.text)::integer,
  n.text
from unnest($1::text[]) as n(text)
where not exists (select from word where word.text = n.text)
