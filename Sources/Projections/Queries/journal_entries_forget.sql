-- Deletes the entries of chains, which are rebuilt.
-- $1 lane, $2 streams
delete from journal_entry where lane = $1::smallint and stream = any($2::uuid[])
