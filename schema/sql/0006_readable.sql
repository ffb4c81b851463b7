-- The events as a person reads them: words for numbers, in the order in which one asks.
create view event_readable as
select
  e.lane || '-' || e.position as id,
  case e.type
    when 1 then 'transaction.observed' when 2 then 'renewal.observed' when 3 then 'notice.received'
    when 4 then 'chain.owned' when 5 then 'chain.claimed' when 6 then 'reasserted'
    when 7 then 'account.erased' else e.type::text
  end as type,
  e.asserted_at, e.recorded_at,
  case e.trust when 2 then 'signed' when 1 then 'receipt' when 0 then 'shared secret' end as trust,
  (select text from word where id = e.environment) as environment,
  (select text from word where id = e.app) as app,
  e.original_transaction_id, e.transaction_id,
  (select text from word where id = e.product) as product,
  (select text from word where id = e.product_type) as product_type,
  (select text from word where id = e.subscription_group) as subscription_group,
  e.purchase_at, e.expires_at, e.revoked_at, e.renewal_at, e.grace_expires_at,
  e.price, (select text from word where id = e.currency) as currency,
  (select text from word where id = e.storefront) as storefront,
  e.quantity,
  (select text from word where id = e.ownership) as ownership,
  (select text from word where id = e.reason) as reason,
  e.offer_type,
  (select text from word where id = e.offer_identifier) as offer_identifier,
  (select text from word where id = e.offer_discount) as offer_discount,
  (select text from word where id = e.auto_renew_product) as auto_renew_product,
  (select text from word where id = e.revocation_type) as revocation_type,
  e.revocation_reason, e.revocation_percentage, e.expiration_intent, e.price_increase_status,
  e.status,
  (select text from word where id = e.notification_type) as notification_type,
  (select text from word where id = e.notification_subtype) as notification_subtype,
  e.notification as notification_uuid, e.account_token, e.account, e.app_transaction_id,
  e.web_order_line_item_id, e.extra,
  e.lane || '-' || e.reasserts as reasserts, e.lane || '-' || e.evidence as evidence,
  e.lane, e.position, e.stream
from event e;

grant select on event_readable to daicho_app;
