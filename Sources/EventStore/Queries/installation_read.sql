-- The number of lanes, the epoch, and since when the ledger is held; no row where the ledger is not founded.
select lanes, epoch, held_since from installation
