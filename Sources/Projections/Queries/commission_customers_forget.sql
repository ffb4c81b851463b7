-- Deletes the customers of these chains, which are rebuilt.
-- $1 lane, $2 streams
delete from commission_customer where lane = $1::smallint and stream = any($2::uuid[])
