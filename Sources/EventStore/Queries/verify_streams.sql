-- Returns the next events of a lane, stream by stream, each stream in order.
-- $1 lane, $2 stream, $3 after this position of it, $4 up to this position of the lane,
-- $5 limit
select
  lane, position, stream, asserted_at, recorded_at, type, schema_version, trust, asserted_groups,
  flags, environment, app, product, product_type, subscription_group, ownership, reason,
  storefront, storefront_id, currency, billing_plan, offer_identifier, offer_discount,
  offer_period, revocation_type, auto_renew_product, notification_type, notification_subtype,
  quantity, offer_type, revocation_reason, revocation_percentage, expiration_intent,
  price_increase_status, status, price, purchase_at, original_purchase_at, expires_at, revoked_at,
  renewal_at, grace_expires_at, account_token, notification, digest, evidence,
  reasserts, account, original_transaction_id, transaction_id, app_transaction_id,
  web_order_line_item_id, extra
from event
where lane = $1::smallint and (stream, position) > ($2::uuid, $3::bigint)
  and position <= $4::bigint
order by stream, position
limit $5::bigint
