-- Removes cursors. Their consumer restores them when it reads the lane again.
-- $1 lane, $2 streams
delete from reconciliation_cursor where lane = $1::smallint and stream = any($2::uuid[])
