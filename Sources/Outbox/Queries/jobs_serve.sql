-- Deletes jobs that were asked for before a moment, whether pending or dead-lettered. Skips jobs that a
-- worker has.
-- $1 lanes, $2 ids, side by side; $3 before this moment
with served as (
  select j.lane, j.id
  from unnest($1::smallint[], $2::uuid[]) as n(lane, id)
  join job j on j.lane = n.lane and j.id = n.id
  where j.state <> 'done' and j.changed_at < $3::timestamptz
    and (j.leased_until is null or j.leased_until <= now())
  for update of j skip locked
)
delete from job j using served s where j.lane = s.lane and j.id = s.id
