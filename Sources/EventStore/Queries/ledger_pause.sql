-- Pauses the ledger: nothing is granted and nothing is sent until it is unpaused.
-- $1 the reason
select pause_ledger($1::text)
