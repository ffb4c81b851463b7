-- Returns the check values of these master keys, of those that the ledger knows.
-- $1 ids
select id, check_value from master_key where id = any($1::text[])
