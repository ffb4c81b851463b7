-- Read models of paid service, and of what Apple keeps. All of it is rebuilt from the events.

insert into event_type (type, word) values (9, 'terms.published');

-- How far of lane 0 a projection's rows of a lane rest on.
alter table projection_checkpoint add column commons_position bigint not null default 0;

-- Which batch was the last at a moment: what was known then.
create index batch_of_moment on lane_batch (lane, recorded_at);

-- A chain of auto-renewable subscriptions of the customer's own: whose it is and how it goes on.
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
  -- why its days may be too few, or too many
  findings                json     not null,
  is_incomplete           boolean  not null,
  primary key (lane, stream)
);

-- What reconciliation asks Apple about.
create index tenure_chain_incomplete on tenure_chain (lane, stream) where is_incomplete;

-- One transaction of such a chain, as days are counted. Refunds stand apart: they hold from their date
-- to their reversal. What was paid is null for a trial.
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

-- What each transaction was charged and at which rate, as it was learnt; a correction is a line more.
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
  -- when a later line took its place
  corrected_at            timestamptz,
  -- null from here on where nothing was charged
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

-- Every customer that Apple ever named in a chain: chains of one customer are counted together.
create table commission_customer (
  lane               smallint not null,
  stream             uuid     not null,
  subscription_group text     not null,
  environment        text     not null,
  app_transaction_id text     not null,
  primary key (lane, stream, subscription_group, app_transaction_id)
);

grant select, insert, update, delete
  on tenure_chain, service_period, commission_line, commission_customer to daicho_app;
