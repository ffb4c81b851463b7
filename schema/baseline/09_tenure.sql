-- The read models of paid service and of Apple's commission. All rows are rebuilt from the events.

-- A chain of auto-renewable subscriptions that its customer bought: the customer and the next
-- renewal.
create table tenure_chain (
  lane                    smallint not null,
  stream                  uuid     not null,
  environment             text     not null,
  app                     text,
  original_transaction_id text     not null,
  app_transaction_id      text,
  renews_as               text,
  renewal_price           bigint,
  renewal_currency        text,
  -- the reasons for which its days may be too few or too many
  findings                json     not null,
  is_incomplete           boolean  not null,
  primary key (lane, stream)
);

-- Finds the chains about which reconciliation asks Apple.
create index tenure_chain_incomplete on tenure_chain (lane, stream) where is_incomplete;

-- A transaction of such a chain, as its days are counted. Refunds are listed apart, because each
-- holds from its date to its reversal. The price is null for a free trial.
create table service_period (
  lane                   smallint    not null,
  stream                 uuid        not null,
  transaction_id         text        not null,
  subscription_group     text        not null,
  product                text        not null,
  storefront             text,
  purchased_at           timestamptz not null,
  starts_at              timestamptz not null,
  ends_at                timestamptz not null,
  paid_until             timestamptz not null,
  sold_until             timestamptz not null,
  grace_until            timestamptz,
  is_charged             boolean     not null,
  price                  bigint,
  currency               text,
  is_offer               boolean     not null,
  is_renewal             boolean     not null,
  is_served              boolean     not null,
  is_upgraded_to_unknown boolean     not null,
  is_uncertain           boolean     not null,
  -- JSON; null where there are none
  refunds                text,
  primary key (lane, stream, transaction_id)
);

-- The charge and the rate of each transaction, in the order in which they became known. A
-- correction is one more line.
create table commission_line (
  lane                    smallint    not null,
  stream                  uuid        not null,
  number                  integer     not null,
  transaction_id          text        not null,
  environment             text        not null,
  app                     text,
  original_transaction_id text        not null,
  learnt_at               timestamptz not null,
  because_lane            smallint    not null,
  because_position        bigint      not null,
  corrects                integer,
  -- the moment at which a later line replaced this one
  corrected_at            timestamptz,
  -- this column and those below are null where nothing was charged
  charged_at              timestamptz,
  product                 text,
  product_type            text,
  subscription_group      text,
  storefront              text,
  price                   bigint,
  currency                text,
  -- thousandths of the price; null where no terms apply
  rate                    smallint,
  reason                  text,
  -- milliunits; null where price or rate are not known
  commission              bigint,
  primary key (lane, stream, number)
);

create index commission_line_charged on commission_line (lane, charged_at);

-- The customers that Apple has named in a chain. The chains of one customer are counted together.
create table commission_customer (
  lane               smallint not null,
  stream             uuid     not null,
  subscription_group text     not null,
  environment        text     not null,
  app_transaction_id text     not null,
  primary key (lane, stream, subscription_group, app_transaction_id)
);
