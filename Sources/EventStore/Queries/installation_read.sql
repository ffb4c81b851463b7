-- Returns the number of lanes, the epoch, and the moment since which the ledger is paused with its
-- reason; no row if the ledger was not created yet.
select lanes, epoch, paused_since, paused_because from installation
