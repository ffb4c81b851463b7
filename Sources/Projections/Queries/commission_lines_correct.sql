-- Writes the moments at which lines were corrected.
-- $1 lane, $2 streams, $3 numbers, $4 when, side by side
update commission_line l
set corrected_at = n.corrected_at
from unnest($2::uuid[], $3::integer[], $4::timestamptz[]) as n(stream, number, corrected_at)
where l.lane = $1::smallint and l.stream = n.stream and l.number = n.number
