-- Returns the cursors of chains whose histories were read longest ago.
-- $1 lanes, $2 before, $3 limit, $4 apps
select environment, original_transaction_id, app, expires_at, asked_at, history_revision,
  refund_revision, history_at
from reconciliation_cursor
where lane = any($1::smallint[]) and history_at < $2::timestamptz
  and app = any($4::text[])
order by history_at
limit $3::bigint
