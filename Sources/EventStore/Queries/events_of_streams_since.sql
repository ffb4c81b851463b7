-- Returns the events of these streams after a position of each lane, each stream in order.
-- $1 lanes, $2 streams, $3 positions, side by side
select
  event.lane, event.position, event.stream, asserted_at, recorded_at, type, schema_version, trust,
  asserted_groups, flags, environment, app, product, product_type, subscription_group, ownership, reason,
  storefront, storefront_id, currency, billing_plan, offer_identifier, offer_discount,
  offer_period, revocation_type, auto_renew_product, notification_type, notification_subtype,
  quantity, offer_type, revocation_reason, revocation_percentage, expiration_intent,
  price_increase_status, status, price, purchase_at, original_purchase_at, expires_at, revoked_at,
  renewal_at, grace_expires_at, account_token, notification, digest, evidence,
  reasserts, account, original_transaction_id, transaction_id, app_transaction_id,
  web_order_line_item_id, extra
from unnest($1::smallint[], $2::uuid[], $3::bigint[]) as read(lane, stream, position)
join event
  on event.lane = read.lane and event.stream = read.stream and event.position > read.position
order by event.lane, event.position
