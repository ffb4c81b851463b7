-- Returns the next chains whose days may be too few or too many.
-- $1 lane, $2 after this stream, $3 limit
select stream, app, environment, original_transaction_id, findings
from tenure_chain
where lane = $1::smallint and stream > $2::uuid and is_incomplete
order by stream
limit $3::bigint
