-- Returns the digests of the files of a kind whose days lie within others, with their first and last day: the
-- newest file of the same days.
-- $1 kind, $2 first and $3 last day, $4 the moment after which imports are left out; null for none
select distinct on (first_day, last_day) digest, first_day, last_day
from apple_file
where kind = $1::text and first_day >= $2::text and last_day <= $3::text
  and ($4::timestamptz is null or imported_at <= $4::timestamptz)
order by first_day, last_day, imported_at desc, event_position desc nulls last
