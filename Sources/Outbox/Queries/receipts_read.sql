-- Returns the results of posts, each with the API keys that sent it.
-- $1 lanes, $2 ids, side by side
select r.id, r.items, r.position, r.key_ids
from unnest($1::smallint[], $2::text[]) as n(lane, id)
join receipt r using (lane, id)
