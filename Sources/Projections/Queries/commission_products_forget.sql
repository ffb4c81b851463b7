-- Deletes the products on which the charges of these chains depend, before they are written anew.
-- $1 lane, $2 streams
delete from commission_product where lane = $1::smallint and stream = any($2::uuid[])
