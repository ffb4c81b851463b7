-- Returns the cursor of a chain.
-- $1 lane, $2 stream
select environment, original_transaction_id, app, expires_at, asked_at, history_revision,
  refund_revision, history_at
from reconciliation_cursor
where lane = $1::smallint and stream = $2::uuid
