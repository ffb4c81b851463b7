-- Appends lines of commission.
-- $1 lane, $2 streams, $3 numbers, $4 transaction ids, $5 environments, $6 apps, $7 learnt at, $8
-- lanes and $9 positions of the events behind them, $10 corrected lines, $11 corrected at, $12
-- charged at, $13 products, $14 product types, $15 subscription groups, $16 storefronts, $17
-- prices, $18 currencies, $19 rates, $20 reasons, $21 rates otherwise, $22 original transaction ids,
-- $23 true for uncertain days, $24 true for an uncertain rate, side by side
insert into commission_line (
  lane, stream, number, transaction_id, environment, app, learnt_at, because_lane,
  because_position, corrects, corrected_at, charged_at, product, product_type, subscription_group,
  storefront, price, currency, rate, reason, rate_otherwise, original_transaction_id,
  is_uncertain, is_rate_uncertain)
select $1::smallint, *
from unnest(
  $2::uuid[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::timestamptz[],
  $8::smallint[], $9::bigint[], $10::integer[], $11::timestamptz[], $12::timestamptz[],
  $13::text[], $14::text[], $15::text[], $16::text[], $17::bigint[], $18::text[], $19::smallint[],
  $20::text[], $21::smallint[], $22::text[], $23::boolean[], $24::boolean[])
