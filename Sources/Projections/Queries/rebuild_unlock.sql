-- Gives the lock of the builder back.
-- $1 class
select pg_advisory_unlock($1::integer, 0)
