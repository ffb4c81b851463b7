-- Returns the next evidence of a lane with the type and the stream of the event that brought it,
-- and the key of that stream; the key is null if there is none. Adds whether the key that sealed it was lost with
-- its master key, and not destroyed by an erasure before, and whether a key of the stream was destroyed.
-- $1 lane, $2 after this position, $3 up to this position, $4 limit
select v.position, e.type, v.sealed, e.stream, k.master_key, k.wrapped,
  exists (select from lost_data_key l where l.lane = v.lane and l.stream = e.stream)
    and not exists (
      select from destroyed_data_key d
      where d.lane = v.lane and d.stream = e.stream and d.destroyed_at >= e.recorded_at) as is_lost,
  exists (
    select from destroyed_data_key d where d.lane = v.lane and d.stream = e.stream) as is_destroyed
from evidence v
join lateral (
  select type, stream, recorded_at from event where lane = v.lane and position = v.position limit 1
) as e on true
left join lateral (
  select master_key, wrapped from data_key where lane = v.lane and stream = e.stream limit 1
) as k on true
where v.lane = $1::smallint and v.position > $2::bigint and v.position <= $3::bigint
order by v.position
limit $4::bigint
