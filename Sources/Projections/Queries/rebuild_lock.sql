-- Takes the lock of the builder for this session. Returns false if another session has it.
-- $1 class
select pg_try_advisory_lock($1::integer, 0)
