-- Returns the columns that hold something of the rows of a stream in a table that differ between the live generation
-- and the next one.
-- $1 table, $2 lane, $3 stream, $4 limit of rows
select d.is_live, d.key, c.key, c.value
from differing_rows($1::text::name, $2::smallint, $3::uuid, $4::bigint) as d,
  jsonb_each_text(d.content::jsonb) as c
where c.value is not null
order by d.key, d.is_live desc, c.key
