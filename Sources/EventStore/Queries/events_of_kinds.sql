-- Returns the events of these types in these streams, each stream in order.
-- $1 lanes, $2 streams, side by side; $3 types
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
from unnest($1::smallint[], $2::uuid[]) as read(lane, stream)
join event
  on event.lane = read.lane and event.stream = read.stream and event.type = any($3::smallint[])
order by event.lane, event.position
