-- Returns those of these deduplication keys that are stored, each with the position and the moment
-- of assertion of its event.
-- $1 lanes, $2 moments, $3 keys, side by side
select k.lane, k.moment, k.key, k.position, k.asserted_at
from unnest($1::smallint[], $2::timestamptz[], $3::uuid[]) as n(lane, moment, key)
join event_key k using (lane, moment, key)
