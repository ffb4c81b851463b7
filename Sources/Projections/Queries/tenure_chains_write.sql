-- Writes chains of subscriptions that their customers bought.
-- $1 lane, $2 streams, $3 environments, $4 apps, $5 original transaction ids, $6 app transaction
-- ids, $7 renewal products, $8 renewal prices, $9 renewal currencies, $10 findings, $11 true if
-- there are findings, side by side
insert into tenure_chain (
  lane, stream, environment, app, original_transaction_id, app_transaction_id, renews_as,
  renewal_price, renewal_currency, findings, is_incomplete)
select $1::smallint, *
from unnest(
  $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[], $9::text[],
  $10::json[], $11::boolean[])
on conflict (lane, stream) do update set
  app = excluded.app, app_transaction_id = excluded.app_transaction_id,
  renews_as = excluded.renews_as, renewal_price = excluded.renewal_price,
  renewal_currency = excluded.renewal_currency, findings = excluded.findings,
  is_incomplete = excluded.is_incomplete
