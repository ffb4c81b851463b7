-- What the kinds of events are called. A new kind is a new row; the readable view need not be made again.
-- A reference table like `word`.
create table event_type (
  type smallint primary key,
  word text     not null,
  constraint event_type_once unique (word)
);

insert into event_type (type, word) values
  (1, 'transaction.observed'), (2, 'renewal.observed'), (3, 'notice.received'), (4, 'chain.owned'),
  (5, 'chain.claimed'), (6, 'reasserted'), (7, 'account.erased'),
  -- what every rule reads, in lane 0
  (8, 'programme.entered');

grant select on event_type to daicho_app;

create or replace view event_readable as
select
  e.lane || '-' || e.position as id,
  coalesce((select word from event_type where type = e.type), e.type::text) as type,
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
