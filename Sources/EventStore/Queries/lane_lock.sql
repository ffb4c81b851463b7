-- Waits for the lane's append lock, held to the end of the transaction.
-- $1 lane
select pg_advisory_xact_lock(1701209710, $1::smallint)
