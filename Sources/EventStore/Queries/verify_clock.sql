-- Returns the server's clock.
select clock_timestamp()
