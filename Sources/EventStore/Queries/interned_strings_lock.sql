-- Admits one writer of interned strings at a time, to the end of the transaction.
-- $1 the class of the lock
select pg_advisory_xact_lock($1::integer, 0)
