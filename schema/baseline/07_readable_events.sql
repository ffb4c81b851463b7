-- The events as a person reads them: a row for each event, names instead of numbers, the most asked columns first.
create view event_readable as
with single as (
  select
    e.*, p.part, p.position as own_position,
    p.part in ('all', 'notification') as tells_notification,
    p.part in ('all', 'transaction') as tells_transaction,
    p.part in ('all', 'renewal') as tells_renewal
  from event e
  cross join lateral (
    select 'all' as part, e.position as position
    where e.first_position is null
    union all
    select 'notification', e.first_position
    where e.first_position is not null
    union all
    select 'transaction', e.first_position + 1
    where e.first_position is not null and e.transaction_asserted_at is not null
    union all
    select 'renewal', e.position
    where e.first_position is not null and e.renewal_asserted_at is not null
  ) as p
)
select
  s.lane || '-' || s.own_position as id,
  case s.part
    when 'transaction' then (select name from event_type where type = 1)
    when 'renewal' then (select name from event_type where type = 2)
    else coalesce((select name from event_type where type = s.type), s.type::text)
  end as type,
  case s.part
    when 'transaction' then s.transaction_asserted_at
    when 'renewal' then s.renewal_asserted_at
    else s.asserted_at
  end as asserted_at,
  s.recorded_at,
  case s.trust when 2 then 'signed' when 1 then 'receipt' when 0 then 'shared secret' end as trust,
  (select text from interned_string where id = s.environment) as environment,
  (select text from interned_string where id = s.app) as app,
  s.original_transaction_id,
  case when s.part <> 'renewal' then s.transaction_id end as transaction_id,
  (select text from interned_string where id = case
    when s.part = 'renewal' then s.renewal_product when s.tells_transaction then s.product
  end) as product,
  (select text from interned_string
    where s.tells_transaction and id = s.product_type) as product_type,
  (select text from interned_string
    where s.tells_transaction and id = s.subscription_group) as subscription_group,
  case when s.tells_transaction then s.purchase_at end as purchase_at,
  case when s.tells_transaction then s.expires_at end as expires_at,
  case when s.tells_transaction then s.revoked_at end as revoked_at,
  case when s.tells_renewal then s.renewal_at end as renewal_at,
  case when s.tells_renewal then s.grace_expires_at end as grace_expires_at,
  case when s.part = 'renewal' then s.renewal_price when s.tells_transaction then s.price end
    as price,
  (select text from interned_string where id = case
    when s.part = 'renewal' then s.renewal_currency when s.tells_transaction then s.currency
  end) as currency,
  (select text from interned_string
    where s.tells_transaction and id = s.storefront) as storefront,
  case when s.tells_transaction then s.quantity end as quantity,
  (select text from interned_string
    where s.tells_transaction and id = s.ownership) as ownership,
  (select text from interned_string where s.tells_transaction and id = s.reason) as reason,
  case when s.part = 'renewal' then s.renewal_offer_type
    when s.tells_transaction then s.offer_type end as offer_type,
  (select text from interned_string where id = case
    when s.part = 'renewal' then s.renewal_offer_identifier
    when s.tells_transaction then s.offer_identifier
  end) as offer_identifier,
  (select text from interned_string where id = case
    when s.part = 'renewal' then s.renewal_offer_discount
    when s.tells_transaction then s.offer_discount
  end) as offer_discount,
  (select text from interned_string
    where s.tells_renewal and id = s.auto_renew_product) as auto_renew_product,
  (select text from interned_string
    where s.tells_transaction and id = s.revocation_type) as revocation_type,
  case when s.tells_transaction then s.revocation_reason end as revocation_reason,
  case when s.tells_transaction then s.revocation_percentage end as revocation_percentage,
  case when s.tells_renewal then s.expiration_intent end as expiration_intent,
  case when s.tells_renewal then s.price_increase_status end as price_increase_status,
  case when s.tells_notification then s.status end as status,
  (select text from interned_string
    where s.tells_notification and id = s.notification_type) as notification_type,
  (select text from interned_string
    where s.tells_notification and id = s.notification_subtype) as notification_subtype,
  case when s.tells_notification then s.notification end as notification_uuid,
  case when s.part = 'renewal' then s.renewal_account_token
    when s.tells_transaction then s.account_token end as account_token,
  s.account,
  case when s.part = 'renewal' then s.renewal_app_transaction_id
    when s.tells_transaction then s.app_transaction_id end as app_transaction_id,
  case when s.tells_transaction then s.web_order_line_item_id end as web_order_line_item_id,
  case s.part when 'renewal' then s.renewal_extra when 'notification' then s.details
    else coalesce(s.extra, s.details) end as extra,
  case when s.tells_renewal then s.recent_start_at end as recent_start_at,
  s.lane || '-' || s.reasserts as reasserts, s.lane || '-' || s.evidence as evidence,
  s.lane, s.own_position as position, s.stream
from single s;
