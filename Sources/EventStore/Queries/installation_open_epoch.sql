-- Begins another epoch in the present place and pauses the ledger; the moment of an earlier pause stays.
-- $1 epoch, $2 now, $3 the reason, $4 the number of the epoch
update installation
set epoch = $1::uuid, paused_since = coalesce(paused_since, $2::timestamptz), paused_because = $3::text,
  epoch_number = $4::bigint, system_identifier = system_identifier(),
  database_oid = (select oid from pg_database where datname = current_database())
