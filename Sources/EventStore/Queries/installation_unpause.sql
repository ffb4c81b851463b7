-- Ends the pause of the ledger.
update installation set paused_since = null, paused_because = null
