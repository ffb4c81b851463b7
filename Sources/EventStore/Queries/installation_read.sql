-- The number of lanes and the epoch; no row where the ledger is not founded.
select lanes, epoch from installation
