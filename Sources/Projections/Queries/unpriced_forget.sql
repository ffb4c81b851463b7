-- Forgets what waits for a catalogue in these chains, which are written anew.
-- $1 lane, $2 streams
delete from unpriced_transaction where lane = $1::smallint and stream = any($2::uuid[])
