-- Waits for a millisecond, so that the next batch bears a later moment.
select pg_sleep(0.001)
