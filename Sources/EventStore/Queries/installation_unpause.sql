-- Ends the pause of the ledger, in the present place.
update installation
set paused_since = null, paused_because = null, system_identifier = system_identifier(),
  database_oid = (select oid from pg_database where datname = current_database())
