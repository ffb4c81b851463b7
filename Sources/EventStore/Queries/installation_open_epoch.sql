-- Begins another epoch and holds the ledger; where it is held already, the moment stays.
-- $1 epoch
update installation
set epoch = $1::uuid, held_since = coalesce(held_since, statement_timestamp())
