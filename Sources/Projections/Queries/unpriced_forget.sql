-- Deletes the unpriced purchases of these chains, which are rebuilt.
-- $1 lane, $2 streams
delete from unpriced_transaction where lane = $1::smallint and stream = any($2::uuid[])
