-- Which of these keys are stored already, where, and when what is stored there was asserted.
-- $1 lanes, $2 moments, $3 keys, side by side
select k.lane, k.moment, k.key, k.position, k.asserted_at
from unnest($1::smallint[], $2::timestamptz[], $3::uuid[]) as n(lane, moment, key)
join event_key k using (lane, moment, key)
