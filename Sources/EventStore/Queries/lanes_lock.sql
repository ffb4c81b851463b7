-- Waits for the append locks of these lanes and holds them to the end of the transaction.
-- $1 the class of the locks, $2 lanes, ascending, so that no two writers wait for one another
select pg_advisory_xact_lock($1::integer, l.lane)
from unnest($2::smallint[]) with ordinality as l(lane, place)
order by l.place
