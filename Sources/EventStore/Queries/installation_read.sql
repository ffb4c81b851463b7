-- Returns the number of lanes, the epoch with its number, and the moment since which the ledger is paused with its
-- reason; no row if the ledger was not created yet.
select lanes, epoch, epoch_number, paused_since, paused_because from installation
