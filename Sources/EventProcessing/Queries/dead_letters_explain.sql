-- Writes the newest reasons of dead letters.
-- $1 lane, $2 consumer, $3 positions, $4 reasons, side by side
update dead_letter d
set reason = n.reason
from unnest($3::bigint[], $4::text[]) as n(position, reason)
where d.lane = $1::smallint and d.consumer = $2::text and d.position = n.position
  and d.reason <> n.reason
