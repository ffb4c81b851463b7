-- Returns the next evidence of a lane with the type and the stream of the event that brought it,
-- and the key of that stream; the key is null if it was destroyed.
-- $1 lane, $2 after this position, $3 up to this position, $4 limit
select v.position, e.type, v.sealed, e.stream, k.master_key, k.wrapped
from evidence v
join lateral (
  select type, stream from event where lane = v.lane and position = v.position limit 1
) as e on true
left join lateral (
  select master_key, wrapped from data_key where lane = v.lane and stream = e.stream limit 1
) as k on true
where v.lane = $1::smallint and v.position > $2::bigint and v.position <= $3::bigint
order by v.position
limit $4::bigint
