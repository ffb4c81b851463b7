-- Stores the deferred revenue of a closed period.
-- $1 app, $2 environment, $3 end of the period; of each sum, side by side: $4 products, $5 subscription
-- groups, $6 storefronts, $7 currencies, and as digits $8 what was owed at the beginning, $9 billed, $10
-- recognized, $11 refunded, $12 recognized and $13 refunded by a change of the rules, $14 what that made
-- of the debt, $15 what was owed at the end; $16 the months of commitments that were still to be charged,
-- and as digits $17 their price
insert into period_deferred (
  app, environment, ends_at, product, subscription_group, storefront, currency, opening, billed,
  recognized, refunded, recognized_by_rules, refunded_by_rules, by_rules, closing, committed_months,
  committed, number)
select
  $1::text, $2::text, $3::timestamptz, product, subscription_group, storefront, currency,
  opening::numeric, billed::numeric, recognized::numeric, refunded::numeric,
  recognized_by_rules::numeric, refunded_by_rules::numeric, by_rules::numeric, closing::numeric,
  committed_months, committed::numeric, number
from unnest(
  $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[],
  $12::text[], $13::text[], $14::text[], $15::text[], $16::bigint[], $17::text[]
) with ordinality as given(
  product, subscription_group, storefront, currency, opening, billed, recognized, refunded,
  recognized_by_rules, refunded_by_rules, by_rules, closing, committed_months, committed, number)
