-- Chains of own subscriptions in a range of streams, each with its periods of service, in the order of
-- streams.
-- $1 lane, $2 after this stream, $3 up to this stream
select
  c.stream, c.environment, c.app, c.original_transaction_id, c.app_transaction_id, c.renews_as,
  c.renewal_price, c.renewal_currency, c.findings,
  p.transaction_id, p.subscription_group, p.product, p.storefront, p.purchased_at, p.starts_at,
  p.ends_at, p.paid_until, p.sold_until, p.grace_until, p.is_charged, p.price, p.currency,
  p.is_offer, p.is_renewal, p.is_served, p.is_upgraded_to_unknown, p.is_uncertain, p.refunds
from tenure_chain c
left join service_period p using (lane, stream)
where c.lane = $1::smallint and c.stream > $2::uuid and c.stream <= $3::uuid
order by c.stream
