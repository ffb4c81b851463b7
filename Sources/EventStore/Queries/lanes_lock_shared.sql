-- Waits until no batch is written to these lanes, and keeps new ones waiting to the end of the
-- transaction. Other transactions may share the locks.
-- $1 the class of the locks, $2 lanes, ascending, as writers lock them
select pg_advisory_xact_lock_shared($1::integer, l.lane)
from unnest($2::smallint[]) with ordinality as l(lane, place)
order by l.place
