-- Which of these keys are stored already, and where.
-- $1 lanes, $2 moments, $3 keys, side by side
select k.lane, k.asserted_at, k.key, k.position
from unnest($1::smallint[], $2::timestamptz[], $3::uuid[]) as n(lane, asserted_at, key)
join event_key k using (lane, asserted_at, key)
