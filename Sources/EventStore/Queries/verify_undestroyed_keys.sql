-- Returns those of these streams that have evidence of before their erasure, and a key, though no record says that the
-- earlier key was destroyed. A stream without any key is found by `verify_lost_keys`.
-- $1 lane, $2 streams, $3 moments of their last erasures, side by side
select n.stream
from unnest($2::uuid[], $3::timestamptz[]) as n(stream, erased_at)
where not exists (
    select from destroyed_data_key d where d.lane = $1::smallint and d.stream = n.stream)
  and (
    exists (select from data_key k where k.lane = $1::smallint and k.stream = n.stream)
    or exists (select from lost_data_key l where l.lane = $1::smallint and l.stream = n.stream))
  and exists (
    select
    from event e
    join evidence v on v.lane = $1::smallint and v.position = e.position
    where e.lane = $1::smallint and e.stream = n.stream and e.recorded_at < n.erased_at)
order by n.stream
