-- Returns those of these events whose deduplication key is missing, or names another position or another
-- moment of assertion; with the position that it names, and true if only the moment differs.
-- $1 lane; $2 moments, $3 keys, $4 positions, $5 moments of assertion, side by side
select n.position, k.position as found, k.position is not distinct from n.position as is_moved
from unnest($2::timestamptz[], $3::uuid[], $4::bigint[], $5::timestamptz[])
  as n(moment, key, position, asserted_at)
left join lateral (
  select position, asserted_at
  from event_key
  where lane = $1::smallint and moment = n.moment and key = n.key
  limit 1 -- one look-up a key, whatever the planner knows of the table
) as k on true
where k.position is distinct from n.position or k.asserted_at is distinct from n.asserted_at
order by n.position
