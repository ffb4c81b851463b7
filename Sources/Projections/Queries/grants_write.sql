-- Writes grants; an unchanged grant is not written. The app, the environment, the transaction and
-- the coin of a grant never change: its id is made of them.
-- $1 lane, $2 streams, $3 ids, $4 accounts, $5 environments, $6 apps, $7 coins, $8 amounts, $9
-- products, $10 transaction ids, $11 quantities, $12 granted at, $13 positions, $14 revoked
-- amounts, $15 acknowledged at, $16 states, $17 booked amounts, $18 changed at, $19
-- delivered elsewhere, side by side
insert into coin_grant as g (
  lane, stream, id, account, environment, app, coin, amount, product, transaction_id, quantity,
  granted_at, made_position, revoked_amount, acknowledged_at, state, booked_amount,
  changed_position, delivered_elsewhere)
select $1::smallint, *
from unnest(
  $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::bigint[],
  $9::text[], $10::text[], $11::integer[], $12::timestamptz[], $13::bigint[], $14::bigint[],
  $15::timestamptz[], $16::text[], $17::bigint[], $18::bigint[], $19::boolean[])
on conflict (lane, stream, id) do update set
  account = excluded.account, amount = excluded.amount, product = excluded.product,
  quantity = excluded.quantity, granted_at = excluded.granted_at,
  made_position = excluded.made_position,
  revoked_amount = excluded.revoked_amount, acknowledged_at = excluded.acknowledged_at,
  state = excluded.state, booked_amount = excluded.booked_amount,
  changed_position = excluded.changed_position,
  delivered_elsewhere = excluded.delivered_elsewhere
where g.* is distinct from excluded.*
