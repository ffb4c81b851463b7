-- Lets a millisecond pass, so that what is recorded next bears a later moment.
select pg_sleep(0.001)
