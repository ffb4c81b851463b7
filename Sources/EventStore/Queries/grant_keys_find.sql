-- Returns those of these grants that were made, each with the stream and the event of its first decision.
-- $1 lanes of the keys, $2 ids, side by side
select k.id, k.stream, k.event_lane, k.position
from unnest($1::smallint[], $2::uuid[]) as n(lane, id)
join grant_key k using (lane, id)
