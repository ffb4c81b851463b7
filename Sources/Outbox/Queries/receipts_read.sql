-- Returns the results of posts.
-- $1 lanes, $2 ids, side by side
select r.id, r.items, r.position
from unnest($1::smallint[], $2::text[]) as n(lane, id)
join receipt r using (lane, id)
