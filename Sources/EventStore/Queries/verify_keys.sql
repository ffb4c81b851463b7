-- The first of these events whose key is missing or points elsewhere, and where to.
-- $1 lane; $2 moments, $3 keys, $4 positions, side by side
select n.position, k.position as found
from unnest($2::timestamptz[], $3::uuid[], $4::bigint[]) as n(moment, key, position)
left join event_key k on k.lane = $1::smallint and k.moment = n.moment and k.key = n.key
where k.position is distinct from n.position
order by n.position
limit 1
