-- Deletes the purchases without a price of these chains, before the present ones are written.
-- $1 lane, $2 streams
delete from purchase_without_price where lane = $1::smallint and stream = any($2::uuid[])
