-- Returns the number of dead-lettered readings of each app and environment.
-- $1 lanes, $2 kinds that read, $3 the reason of a reading that is owed to nobody
select app, environment, count(*)
from job
where lane = any($1::smallint[]) and state = 'parked' and kind = any($2::text[])
  and reason is distinct from $3::text
group by app, environment
order by app, environment
