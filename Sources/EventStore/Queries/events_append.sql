-- Appends events at their positions.
-- $1 … $53: the columns in this order, arrays side by side
insert into event (
  lane, position, stream, asserted_at, recorded_at, type, schema_version, trust, asserted_groups,
  flags, environment, app, product, product_type, subscription_group, ownership, reason,
  storefront, storefront_id, currency, billing_plan, offer_identifier, offer_discount,
  offer_period, revocation_type, auto_renew_product, notification_type, notification_subtype,
  quantity, offer_type, revocation_reason, revocation_percentage, expiration_intent,
  price_increase_status, status, price, purchase_at, original_purchase_at, expires_at, revoked_at,
  renewal_at, grace_expires_at, account_token, notification, digest, evidence,
  reasserts, account, original_transaction_id, transaction_id, app_transaction_id,
  web_order_line_item_id, extra
)
select * from unnest(
  $1::smallint[], $2::bigint[], $3::uuid[], $4::timestamptz[], $5::timestamptz[], $6::smallint[],
  $7::smallint[], $8::smallint[], $9::smallint[], $10::smallint[], $11::integer[], $12::integer[],
  $13::integer[], $14::integer[], $15::integer[], $16::integer[], $17::integer[], $18::integer[],
  $19::integer[], $20::integer[], $21::integer[], $22::integer[], $23::integer[], $24::integer[],
  $25::integer[], $26::integer[], $27::integer[], $28::integer[], $29::integer[], $30::integer[],
  $31::integer[], $32::integer[], $33::integer[], $34::integer[], $35::integer[], $36::bigint[],
  $37::timestamptz[], $38::timestamptz[], $39::timestamptz[], $40::timestamptz[],
  $41::timestamptz[], $42::timestamptz[], $43::uuid[], $44::uuid[], $45::bytea[], $46::bigint[],
  $47::bigint[], $48::uuid[], $49::text[], $50::text[], $51::text[], $52::text[], $53::json[]
)
