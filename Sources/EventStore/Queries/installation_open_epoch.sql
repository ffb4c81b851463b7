-- Begins another epoch and pauses the ledger; the moment of an earlier pause stays.
-- $1 epoch, $2 now, $3 the reason
update installation
set epoch = $1::uuid, paused_since = coalesce(paused_since, $2::timestamptz), paused_because = $3::text
