-- Takes the lock of the builder of a lane for this session. Returns false if another process has it.
-- $1 the class of the locks, $2 lane
select pg_try_advisory_lock($1::integer, $2::integer)
