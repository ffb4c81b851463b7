-- Returns the products on which the charges of a range of streams depend.
-- $1 lane, $2 after this stream, $3 up to this stream
select stream, app, product
from commission_product
where lane = $1::smallint and stream > $2::uuid and stream <= $3::uuid
