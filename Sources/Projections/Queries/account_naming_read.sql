-- Returns what these streams tell of names.
-- $1 lanes, $2 streams, side by side
select a.stream, a.kind, a.account, a.alias, a.generation, a.number
from unnest($1::smallint[], $2::uuid[]) as n(lane, stream)
join account_naming a using (lane, stream)
