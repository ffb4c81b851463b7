-- Gives the lock of the builder of a lane back.
-- $1 the class of the locks, $2 lane
select pg_advisory_unlock($1::integer, $2::integer)
