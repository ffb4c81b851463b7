-- Returns the cursors of subscriptions whose latest known period has ended and is not settled.
-- $1 lanes, $2 before, $3 limit, $4 apps
select environment, original_transaction_id, app, expires_at, asked_at, history_revision,
  refund_revision, history_at
from reconciliation_cursor
where lane = any($1::smallint[]) and expires_at < $2::timestamptz
  and expires_at is distinct from settled_for and app = any($4::text[])
order by expires_at
limit $3::bigint
