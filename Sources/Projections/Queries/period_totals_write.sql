-- Stores the sums of a closed period.
-- $1 app, $2 environment, $3 end of the period; of each sum, side by side: $4 kinds, $5 origins, $6
-- products, $7 subscription groups, $8 storefronts, $9 currencies, $10 rates, $11 reasons, $12 whether the
-- price is earned over a time, $13 counts, $14 prices, $15 taxes, $16 commissions, $17 savings by tenure
-- and $18 costs of lapses, these five as digits
insert into period_total (
  app, environment, ends_at, kind, origin, product, subscription_group, storefront, currency, rate,
  reason, is_deferred, count, price, tax, commission, saved, lapse_cost, number)
select
  $1::text, $2::text, $3::timestamptz, kind, origin, product, subscription_group, storefront, currency,
  rate, reason, is_deferred, count, price::numeric, tax::numeric, commission::numeric, saved::numeric,
  lapse_cost::numeric, number
from unnest(
  $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::smallint[], $11::text[],
  $12::boolean[], $13::bigint[], $14::text[], $15::text[], $16::text[], $17::text[], $18::text[]
) with ordinality as given(
  kind, origin, product, subscription_group, storefront, currency, rate, reason, is_deferred, count,
  price, tax, commission, saved, lapse_cost, number)
