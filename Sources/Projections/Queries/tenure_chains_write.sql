-- Writes chains of subscriptions that their customers bought.
-- $1 lane, $2 streams, $3 environments, $4 apps, $5 original transaction ids, $6 app transaction
-- ids, $7 JSON lists of the chains that they replaced, $8 renewal products, $9 renewal prices, $10 renewal
-- currencies, $11 true for regular prices, $12 auto-renew settings, $13 true for renewals that are
-- billed by the month within a commitment, $14 findings, $15 true if there are findings, $16 JSON lists
-- of the products to look up, side by side
insert into tenure_chain (
  lane, stream, environment, app, original_transaction_id, app_transaction_id, replaced_chains,
  renews_as, renewal_price, renewal_currency, renewal_is_regular, auto_renew, renewal_is_monthly,
  findings, is_incomplete, products_to_look_up)
select
  $1::smallint, stream, environment, app, original, customer,
  array(select json_array_elements_text(replaced) order by 1), renews_as, price, currency,
  is_regular, auto_renew, is_monthly, findings, is_incomplete,
  array(select json_array_elements_text(products) order by 1)
from unnest(
  $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::json[], $8::text[], $9::bigint[],
  $10::text[], $11::boolean[], $12::boolean[], $13::boolean[], $14::json[], $15::boolean[],
  $16::json[]
) as n(
  stream, environment, app, original, customer, replaced, renews_as, price, currency, is_regular,
  auto_renew, is_monthly, findings, is_incomplete, products)
on conflict (lane, stream) do update set
  app = excluded.app, app_transaction_id = excluded.app_transaction_id,
  replaced_chains = excluded.replaced_chains, renews_as = excluded.renews_as,
  renewal_price = excluded.renewal_price, renewal_currency = excluded.renewal_currency,
  renewal_is_regular = excluded.renewal_is_regular, auto_renew = excluded.auto_renew,
  renewal_is_monthly = excluded.renewal_is_monthly,
  findings = excluded.findings, is_incomplete = excluded.is_incomplete,
  products_to_look_up = excluded.products_to_look_up
