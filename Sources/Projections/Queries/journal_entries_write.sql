-- Appends entries of the journal.
-- $1 lane, $2 streams, $3 numbers, $4 kinds, $5 environments, $6 apps, $7 original transaction ids, $8
-- transaction ids, $9 products, $10 product types, $11 subscription groups, $12 storefronts, $13
-- currencies, $14 rates, $15 reasons, $16 occurred at, $17 learnt at, $18 prices, $19 taxes, $20
-- commissions, $21 saved by tenure, $22 costs of lapses, $23 counts, $24 service starts, $25 service
-- ends, $26 adjusted entries, $27 lanes and $28 positions of the causing events, $29 all events, side by
-- side
insert into journal_entry (
  lane, stream, number, kind, environment, app, original_transaction_id, transaction_id, product,
  product_type, subscription_group, storefront, currency, rate, reason, occurred_at, learnt_at,
  price, tax, commission, saved, lapse_cost, count, service_start, service_end, adjusts, because_lane, because_position, because)
select $1::smallint, *
from unnest(
  $2::uuid[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
  $10::text[], $11::text[], $12::text[], $13::text[], $14::smallint[], $15::text[], $16::timestamptz[],
  $17::timestamptz[], $18::bigint[], $19::bigint[], $20::bigint[], $21::bigint[], $22::bigint[],
  $23::smallint[], $24::timestamptz[], $25::timestamptz[], $26::integer[], $27::smallint[],
  $28::bigint[], $29::text[])
