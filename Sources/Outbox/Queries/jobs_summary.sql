-- Returns the number of pending and dead-lettered jobs of each state, kind, reason, app and environment, with the
-- moment at which the oldest was enqueued, the moment at which the next is due, and the most attempts.
-- $1 lanes
select state, kind, reason, app, environment, count(*), min(made_at), min(due_at), max(attempts)
from job
where lane = any($1::smallint[]) and state <> 'done'
group by state, kind, reason, app, environment
order by state, kind, reason nulls first, app, environment
