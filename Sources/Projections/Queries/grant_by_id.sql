-- Returns the grants of an id: one, unless two chains claim the same transaction.
-- $1 lanes, $2 id
select
  lane, stream, id, account, environment, app, coin, amount, product, transaction_id, quantity,
  granted_at, made_position, revoked_amount, acknowledged_at, booked_amount,
  changed_position, state, delivered_elsewhere
from coin_grant
where lane = any($1::smallint[]) and id = $2::uuid
order by lane, made_position
