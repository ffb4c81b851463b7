-- Returns the chains of a range of streams with their periods of service, in the order of streams.
-- $1 lane, $2 after this stream, $3 up to this stream; null for all: $4 environment, $5 app, $6
-- limit of chains,
-- $7 streams
select
  c.stream, c.environment, c.app, c.original_transaction_id, c.app_transaction_id,
  array_to_json(c.replaced_chains), c.renews_as,
  c.renewal_price, c.renewal_currency, c.renewal_is_regular, c.auto_renew, c.renewal_is_monthly, c.findings,
  c.is_incomplete, array_to_json(c.products_to_look_up),
  p.transaction_id, p.subscription_group, p.product, p.storefront, p.purchased_at, p.starts_at,
  p.ends_at, p.paid_until, p.sold_until, p.grace_until, p.is_charged, p.price, p.currency,
  p.is_offer, p.is_billed_monthly, p.is_renewal, p.is_served, p.is_upgraded_to_unknown, p.is_uncertain,
  p.is_offer_untold, p.charged_ahead_at, p.committed_until,
  p.payments_left, p.committed_price, p.refunds, p.end_reason, p.retry_until
from (
  select *
  from tenure_chain
  where lane = $1::smallint and stream > $2::uuid and stream <= $3::uuid
    and ($4::text is null or environment = $4::text) and ($5::text is null or app = $5::text)
    and ($7::uuid[] is null or stream = any($7::uuid[]))
  order by stream
  limit $6::bigint
) as c
left join service_period p using (lane, stream)
order by c.stream
