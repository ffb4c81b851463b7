-- Returns the columns of the row that holds an event, as text, bytes in hexadecimal. Leaves out empty columns.
-- $1 lane, $2 position
select c.key, c.value
from (
  select to_jsonb(e) as columns
  from event e
  where e.lane = $1::smallint and e.position >= $2::bigint and e.position < $2::bigint + 16
    and coalesce(e.first_position, e.position) <= $2::bigint
  order by e.position
  limit 1
) as r, jsonb_each_text(r.columns) as c
where c.value is not null
order by c.key
