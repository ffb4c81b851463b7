-- Returns the products that the journal has, with their apps.
-- $1 lanes, $2 environment
select distinct app, product
from journal_entry
where lane = any($1::smallint[]) and environment = $2::text
