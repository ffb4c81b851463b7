-- Returns the cursors of an app's chains whose histories were not read since a moment.
-- $1 lanes, $2 app, $3 environment, $4 since, $5 limit
select environment, original_transaction_id, app, expires_at, asked_at, history_revision,
  refund_revision, history_at
from reconciliation_cursor
where lane = any($1::smallint[]) and app = $2::text and environment = $3::text
  and (history_at is null or history_at < $4::timestamptz)
limit $5::bigint
