-- Appends entries of the journal.
-- $1 lane, $2 streams, $3 numbers, $4 kinds, $5 environments, $6 apps, $7 original transaction ids, $8
-- transaction ids, $9 products, $10 product types, $11 subscription groups, $12 storefronts, $13
-- currencies, $14 occurred at, $15 learnt at, $16 prices, $17 taxes, $18 commissions, $19 counts, $20
-- service starts, $21 service ends, $22 adjusted entries, $23 lanes and $24 positions of the causing
-- events, $25 all events, side by side
insert into journal_entry (
  lane, stream, number, kind, environment, app, original_transaction_id, transaction_id, product,
  product_type, subscription_group, storefront, currency, occurred_at, learnt_at, price, tax,
  commission, count, service_start, service_end, adjusts, because_lane, because_position, because)
select $1::smallint, *
from unnest(
  $2::uuid[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
  $10::text[], $11::text[], $12::text[], $13::text[], $14::timestamptz[], $15::timestamptz[],
  $16::bigint[], $17::bigint[], $18::bigint[], $19::smallint[], $20::timestamptz[],
  $21::timestamptz[], $22::integer[], $23::smallint[], $24::bigint[], $25::text[])
