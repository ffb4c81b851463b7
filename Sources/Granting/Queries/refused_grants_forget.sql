-- Deletes the refused grants of these chains, before the present ones are written.
-- $1 lane, $2 streams
delete from refused_grant where lane = $1::smallint and stream = any($2::uuid[])
