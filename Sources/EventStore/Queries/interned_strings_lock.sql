-- Admits one writer of interned strings at a time, to the end of the transaction.
select pg_advisory_xact_lock(1701209711, 0)
