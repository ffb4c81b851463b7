-- Returns the columns that hold something of the rows of a stream in a table of the live projections.
-- $1 table, $2 lane, $3 stream
select r.key, c.key, c.value
from projected_rows($1::text::name, $2::smallint, $3::uuid) as r,
  jsonb_each_text(r.content::jsonb) as c
where c.value is not null
order by r.key, c.key
