-- Returns one piece of sealed evidence with its stream and the key of that stream; the key is null
-- if it was destroyed. The last column is true if the key that sealed it was lost with its master key, and
-- not destroyed by an erasure before.
-- $1 lane, $2 position
select v.sealed, e.stream, k.master_key, k.wrapped,
  exists (select from lost_data_key l where l.lane = v.lane and l.stream = e.stream)
    and not exists (
      select from destroyed_data_key d
      where d.lane = v.lane and d.stream = e.stream and d.destroyed_at >= e.recorded_at)
from evidence v
join event e on e.lane = v.lane and e.position = v.position
left join data_key k on k.lane = e.lane and k.stream = e.stream
where v.lane = $1::smallint and v.position = $2::bigint
