-- Returns the bytes of a report file of Apple's. Files of several days may be alike.
-- $1 digest
select body from apple_file where digest = $1::bytea limit 1
