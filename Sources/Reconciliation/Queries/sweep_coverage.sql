-- Returns the stretches of Apple's history that finished sweeps cover, for each delay between the
-- end of a stretch and its sweep, without overlaps.
-- $1 app, $2 environment, $3 seconds
select a.seconds, lower(r.read), upper(r.read)
from unnest($3::bigint[]) as a(seconds)
cross join lateral (
  select range_agg(
    tstzrange(
      s.window_from, greatest(
        s.window_from, least(s.window_to, s.started_at - make_interval(secs => a.seconds)))))
    as reads
  from sweep s
  where s.app = $1::text and s.environment = $2::text and s.finished_at is not null
) as c
cross join lateral unnest(c.reads) as r(read)
order by 1, 2
