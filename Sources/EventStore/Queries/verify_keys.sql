-- Returns the first of these events whose deduplication key is missing or names another position,
-- and that position.
-- $1 lane; $2 moments, $3 keys, $4 positions, side by side
select n.position, k.position as found
from unnest($2::timestamptz[], $3::uuid[], $4::bigint[]) as n(moment, key, position)
left join lateral (
  select position
  from event_key
  where lane = $1::smallint and moment = n.moment and key = n.key
  limit 1 -- one look-up a key, whatever the planner knows of the table
) as k on true
where k.position is distinct from n.position
order by n.position
limit 1
