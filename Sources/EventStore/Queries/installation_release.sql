-- Holds the ledger no more.
update installation set held_since = null
