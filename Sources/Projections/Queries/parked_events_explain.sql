-- Writes the newest reasons of events that are parked still.
-- $1 lane, $2 projection, $3 positions, $4 reasons, side by side
update parked_event p
set reason = n.reason
from unnest($3::bigint[], $4::text[]) as n(position, reason)
where p.lane = $1::smallint and p.projection = $2::text and p.position = n.position
  and p.reason <> n.reason
