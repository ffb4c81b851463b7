-- Returns the grants of a range of streams.
-- $1 lane, $2 after this stream, $3 up to this stream
select
  lane, stream, id, account, environment, app, coin, amount, product, transaction_id, quantity,
  granted_at, made_position, revoked_amount, acknowledged_at, booked_amount,
  changed_position, state, delivered_elsewhere
from coin_grant
where lane = $1::smallint and stream > $2::uuid and stream <= $3::uuid
