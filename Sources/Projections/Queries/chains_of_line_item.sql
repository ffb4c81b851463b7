-- Returns the chains and transactions of an app and environment that tell a line item's id. Reads the whole
-- log: for rare questions.
-- $1 lanes, $2 line item, $3 app, $4 environment
select distinct c.original_transaction_id, e.transaction_id
from event e
join chain c on c.lane = e.lane and c.stream = e.stream
where e.lane = any($1::smallint[]) and e.web_order_line_item_id = $2::text
  and c.app = $3::text and c.environment = $4::text
order by c.original_transaction_id, e.transaction_id
