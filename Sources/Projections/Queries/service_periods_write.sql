-- Writes periods of service; an unchanged period is not written.
-- $1 lane, $2 streams, $3 transaction ids, $4 subscription groups, $5 products, $6 storefronts,
-- $7 purchased at, $8 starts at, $9 ends at, $10 paid until, $11 sold until, $12 grace until,
-- $14 prices, $15 currencies, $23 charged ahead at, $24 committed until, $25 refunds, $26 reasons of
-- their ends, $27 ends of billing retry, $28 payments left of their commitments with $29 the price of
-- these, side by side;
-- true for a period that was $13 charged, $16 under an offer, $17 billed by the month within a
-- commitment, $18 renewed, $19 served, $20 upgraded to an unknown product, $21 uncertain, $22 bought
-- under an offer that was not told
insert into service_period as s (
  lane, stream, transaction_id, subscription_group, product, storefront, purchased_at, starts_at,
  ends_at, paid_until, sold_until, grace_until, is_charged, price, currency, is_offer,
  is_billed_monthly, is_renewal, is_served, is_upgraded_to_unknown, is_uncertain, is_offer_untold,
  charged_ahead_at, committed_until, refunds, end_reason, retry_until, payments_left,
  committed_price)
select $1::smallint, *
from unnest(
  $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[],
  $8::timestamptz[], $9::timestamptz[], $10::timestamptz[], $11::timestamptz[],
  $12::timestamptz[], $13::boolean[], $14::bigint[], $15::text[], $16::boolean[], $17::boolean[],
  $18::boolean[], $19::boolean[], $20::boolean[], $21::boolean[], $22::boolean[],
  $23::timestamptz[], $24::timestamptz[], $25::text[], $26::text[], $27::timestamptz[],
  $28::smallint[], $29::bigint[])
on conflict (lane, stream, transaction_id) do update set
  subscription_group = excluded.subscription_group, product = excluded.product,
  storefront = excluded.storefront, purchased_at = excluded.purchased_at,
  starts_at = excluded.starts_at, ends_at = excluded.ends_at, paid_until = excluded.paid_until,
  sold_until = excluded.sold_until, grace_until = excluded.grace_until,
  is_charged = excluded.is_charged, price = excluded.price, currency = excluded.currency,
  is_offer = excluded.is_offer, is_billed_monthly = excluded.is_billed_monthly,
  is_renewal = excluded.is_renewal, is_served = excluded.is_served,
  is_upgraded_to_unknown = excluded.is_upgraded_to_unknown,
  is_uncertain = excluded.is_uncertain, is_offer_untold = excluded.is_offer_untold,
  charged_ahead_at = excluded.charged_ahead_at, committed_until = excluded.committed_until,
  refunds = excluded.refunds, end_reason = excluded.end_reason,
  retry_until = excluded.retry_until, payments_left = excluded.payments_left,
  committed_price = excluded.committed_price
where s.* is distinct from excluded.*
