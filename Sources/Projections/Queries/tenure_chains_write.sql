-- Writes chains of subscriptions that their customers bought.
-- $1 lane, $2 streams, $3 environments, $4 apps, $5 original transaction ids, $6 app transaction
-- ids, $7 renewal products, $8 renewal prices, $9 renewal currencies, $10 true for regular prices,
-- $11 auto-renew settings, $12 true for renewals that are billed by the month within a commitment,
-- $13 findings, $14 true if there are findings, $15 JSON lists of the products to look up, side by side
insert into tenure_chain (
  lane, stream, environment, app, original_transaction_id, app_transaction_id, renews_as,
  renewal_price, renewal_currency, renewal_is_regular, auto_renew, renewal_is_monthly, findings,
  is_incomplete, products_to_look_up)
select
  $1::smallint, stream, environment, app, original, customer, renews_as, price, currency,
  is_regular, auto_renew, is_monthly, findings, is_incomplete,
  array(select json_array_elements_text(products) order by 1)
from unnest(
  $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[], $9::text[],
  $10::boolean[], $11::boolean[], $12::boolean[], $13::json[], $14::boolean[], $15::json[]
) as n(
  stream, environment, app, original, customer, renews_as, price, currency, is_regular,
  auto_renew, is_monthly, findings, is_incomplete, products)
on conflict (lane, stream) do update set
  app = excluded.app, app_transaction_id = excluded.app_transaction_id,
  renews_as = excluded.renews_as, renewal_price = excluded.renewal_price,
  renewal_currency = excluded.renewal_currency,
  renewal_is_regular = excluded.renewal_is_regular, auto_renew = excluded.auto_renew,
  renewal_is_monthly = excluded.renewal_is_monthly,
  findings = excluded.findings, is_incomplete = excluded.is_incomplete,
  products_to_look_up = excluded.products_to_look_up
