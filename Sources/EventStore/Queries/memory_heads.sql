-- Returns true if one of these commits is not in the log.
-- $1 lanes, $2 last positions, $3 chains, side by side
select coalesce(bool_or(
    b.last_position is distinct from ($2::bigint[])[array_position($1::smallint[], l.lane)]
    or b.chain is distinct from ($3::bytea[])[array_position($1::smallint[], l.lane)]), false)
from lane l
left join lateral (
  select last_position, chain
  from lane_batch
  where lane = l.lane
    and first_position <= ($2::bigint[])[array_position($1::smallint[], l.lane)]
  order by first_position desc
  limit 1
) as b on true
where l.lane = any($1::smallint[])
