-- A notification and its facts are one row, and the keys of notifications stand in the month of their
-- signature.

-- A row holds the events `first_position` to `position`; one event if `first_position` is null. Where a
-- renewal would use a column of the transaction beside it, it has one of its own.
alter table event
  add column first_position             bigint,
  add column details                    json,
  add column recent_start_at            timestamptz,
  add column transaction_asserted_at    timestamptz,
  add column renewal_asserted_at        timestamptz,
  add column renewal_groups             integer,
  add column renewal_flags              integer,
  add column renewal_product            integer,
  add column renewal_currency           integer,
  add column renewal_billing_plan       integer,
  add column renewal_offer_type         integer,
  add column renewal_offer_identifier   integer,
  add column renewal_offer_discount     integer,
  add column renewal_offer_period       integer,
  add column renewal_price              bigint,
  add column renewal_account_token      uuid,
  add column renewal_app_transaction_id text,
  add column renewal_extra              json;

-- The moment up to which notifications were stored under keys without a month; null in a new ledger.
alter table installation add column former_keys_until timestamptz;
update installation set former_keys_until = now()
where exists (select from lane_batch);

drop type event_row;
create type event_row as (
  lane                       smallint,
  position                   bigint,
  first_position             bigint,
  recorded_at                timestamptz,
  evidence                   bigint,
  reasserts                  bigint,
  stream                     uuid,
  asserted_at                timestamptz,
  type                       smallint,
  schema_version             smallint,
  trust                      smallint,
  asserted_groups            smallint,
  flags                      smallint,
  environment                integer,
  app                        integer,
  product                    integer,
  product_type               integer,
  subscription_group         integer,
  ownership                  integer,
  reason                     integer,
  storefront                 integer,
  storefront_id              integer,
  currency                   integer,
  billing_plan               integer,
  offer_identifier           integer,
  offer_discount             integer,
  offer_period               integer,
  revocation_type            integer,
  auto_renew_product         integer,
  notification_type          integer,
  notification_subtype       integer,
  renewal_product            integer,
  renewal_currency           integer,
  renewal_billing_plan       integer,
  renewal_offer_identifier   integer,
  renewal_offer_discount     integer,
  renewal_offer_period       integer,
  quantity                   integer,
  offer_type                 integer,
  revocation_reason          integer,
  revocation_percentage      integer,
  expiration_intent          integer,
  price_increase_status      integer,
  status                     integer,
  renewal_offer_type         integer,
  renewal_groups             integer,
  renewal_flags              integer,
  price                      bigint,
  purchase_at                timestamptz,
  original_purchase_at       timestamptz,
  expires_at                 timestamptz,
  revoked_at                 timestamptz,
  renewal_at                 timestamptz,
  grace_expires_at           timestamptz,
  recent_start_at            timestamptz,
  transaction_asserted_at    timestamptz,
  renewal_asserted_at        timestamptz,
  account_token              uuid,
  notification               uuid,
  digest                     bytea,
  account                    uuid,
  original_transaction_id    text,
  transaction_id             text,
  app_transaction_id         text,
  web_order_line_item_id     text,
  renewal_app_transaction_id text,
  extra                      json,
  details                    json,
  renewal_price              bigint,
  renewal_account_token      uuid,
  renewal_extra              json
);

-- The events as a person reads them: a row for each event, names instead of numbers, the most asked
-- columns first.
drop view event_readable;
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
grant select on event_readable to daicho_app;
