-- Returns the next events of a lane in order. Adds the largest fraction of a millisecond in the
-- moments of each event, zero if all are whole, and two digests of its evidence: the stored one and
-- the digest of the sealed bytes.
-- $1 lane, $2 after this position, $3 up to this position, $4 limit
select
  e.lane, e.position, e.stream, e.asserted_at, e.recorded_at, e.type, e.schema_version, e.trust,
  e.asserted_groups, e.flags, e.environment, e.app, e.product, e.product_type, e.subscription_group,
  e.ownership, e.reason, e.storefront, e.storefront_id, e.currency, e.billing_plan,
  e.offer_identifier, e.offer_discount, e.offer_period, e.revocation_type, e.auto_renew_product,
  e.notification_type, e.notification_subtype, e.quantity, e.offer_type, e.revocation_reason,
  e.revocation_percentage, e.expiration_intent, e.price_increase_status, e.status, e.price,
  e.purchase_at, e.original_purchase_at, e.expires_at, e.revoked_at, e.renewal_at,
  e.grace_expires_at, e.account_token, e.notification, e.digest, e.evidence, e.reasserts, e.account,
  e.original_transaction_id, e.transaction_id, e.app_transaction_id, e.web_order_line_item_id,
  e.extra,
  greatest(
    extract(microseconds from e.asserted_at)::integer % 1000,
    extract(microseconds from e.recorded_at)::integer % 1000,
    extract(microseconds from e.purchase_at)::integer % 1000,
    extract(microseconds from e.original_purchase_at)::integer % 1000,
    extract(microseconds from e.expires_at)::integer % 1000,
    extract(microseconds from e.revoked_at)::integer % 1000,
    extract(microseconds from e.renewal_at)::integer % 1000,
    extract(microseconds from e.grace_expires_at)::integer % 1000) as fraction,
  v.digest as evidence_digest, v.sealed_digest
from event e
left join lateral (
  select digest, sha256(sealed) as sealed_digest
  from evidence
  where lane = e.lane and position = e.position
  limit 1 -- one look-up an event, whatever the planner knows of the table
) as v on true
where e.lane = $1::smallint and e.position > $2::bigint and e.position <= $3::bigint
order by e.position
limit $4::bigint
