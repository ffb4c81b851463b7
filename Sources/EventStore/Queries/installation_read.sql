-- Returns the number of lanes, the epoch with its number, and the moment since which the ledger is paused with its
-- reason, and the moment up to which keys of notifications were stored without a month; no row if the ledger was not created yet.
select lanes, epoch, epoch_number, paused_since, paused_because, former_keys_until from installation
