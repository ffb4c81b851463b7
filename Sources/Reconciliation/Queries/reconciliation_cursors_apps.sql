-- Returns the apps of chains that have a cursor.
-- $1 lane, $2 streams
select stream, app
from reconciliation_cursor
where lane = $1::smallint and stream = any($2::uuid[])
