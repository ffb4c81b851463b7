-- Returns the products of an app that the journal has.
-- $1 lanes, $2 environment, $3 app
select distinct product
from journal_entry
where lane = any($1::smallint[]) and environment = $2::text and app = $3::text
