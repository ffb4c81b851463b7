-- Returns the check values of all master keys that the ledger knows.
select id, check_value from master_key order by id
