-- The read models of paid service: projection `tenure`. All rows are rebuilt from the events.

-- A chain of auto-renewable subscriptions that its customer bought: the customer and the next renewal.
create table tenure_chain (
  lane                    smallint not null,
  stream                  uuid     not null,
  environment             text     not null,
  app                     text     not null,
  original_transaction_id text     not null,
  app_transaction_id      text,
  renews_as               text,
  renewal_price           bigint,
  renewal_currency        text,
  -- the reasons for which its days may be too few or too many
  findings                json     not null,
  is_incomplete           boolean  not null,
  -- false where the renewal's price is that of an offer
  renewal_is_regular      boolean  not null,
  auto_renew              boolean,
  -- the products that get their group or length from a catalog
  products_to_look_up     text[]   not null,
  replaced_chains         text[]   not null,
  -- null where Apple did not tell how the next period is billed
  renewal_is_monthly      boolean,
  primary key (lane, stream)
);

-- Finds the chains about which reconciliation asks Apple.
create index tenure_chain_incomplete on tenure_chain (lane, stream) where is_incomplete;

-- Finds the chains that a later catalog concerns.
create index tenure_chain_to_look_up on tenure_chain (lane, app, stream)
  where products_to_look_up <> '{}';

-- A transaction of such a chain, as its days are counted. Refunds are listed apart, because each holds from its
-- date to its reversal. The price is null for a free trial.
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
  is_offer_untold        boolean     not null,
  -- the moment at which Apple first told a period that had not begun; null for any other
  charged_ahead_at       timestamptz,
  committed_until        timestamptz,
  -- choice, billing, priceIncrease, unavailable or other; null where nothing was told
  end_reason             text,
  -- the moment at which Apple told that it stops collecting the price of a next period; null where it told none
  retry_until            timestamptz,
  -- the payments of a commitment that follow the period; null outside a commitment and in its last period
  payments_left          smallint,
  -- the price of these payments in milliunits of the currency; null if no price is known
  committed_price        bigint,
  -- A month of a commitment is a month long, in the last one too, though the product is sold by the year.
  is_billed_monthly      boolean     not null,
  primary key (lane, stream, transaction_id)
);

create index service_period_committed on service_period (lane, stream) where payments_left is not null;
