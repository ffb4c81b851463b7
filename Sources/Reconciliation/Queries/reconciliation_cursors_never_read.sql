-- Returns the next cursors of a lane whose histories were never read, in the order of their streams.
-- $1 lane, $2 apps, $3 environments, $4 after this stream, $5 limit
select environment, original_transaction_id, app, expires_at, asked_at, history_revision,
  refund_revision, history_at
from reconciliation_cursor
where lane = $1::smallint and app = any($2::text[]) and environment = any($3::text[])
  and stream > $4::uuid and history_at is null
order by stream
limit $5::bigint
