-- Writes the moment at which Apple was asked for the status of a subscription.
-- $1 lane, $2 stream, $3 now
update reconciliation_cursor set asked_at = $3::timestamptz
where lane = $1::smallint and stream = $2::uuid
