-- Returns the bytes of a report file of Apple's.
-- $1 digest
select body from apple_file where digest = $1::bytea
