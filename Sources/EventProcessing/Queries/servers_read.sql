-- Returns the processes that gave a sign of life in the last day, each with true if it did in the last thirty seconds.
select id, host, process, version, commit, schema_version, rules, parts, epoch, started_at, seen_at,
  seen_at > now() - interval '30 seconds'
from running_server
where seen_at > now() - interval '1 day'
order by host, started_at, id
