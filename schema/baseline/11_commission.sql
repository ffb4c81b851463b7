-- The read models of charges, of Apple's commission, and of the journal: projection `commission`. All rows are
-- rebuilt from the events.

-- The charge and the rate of each transaction, in the order of becoming known. A correction is one more line.
create table commission_line (
  lane                    smallint    not null,
  stream                  uuid        not null,
  number                  integer     not null,
  transaction_id          text        not null,
  environment             text        not null,
  app                     text        not null,
  original_transaction_id text        not null,
  learnt_at               timestamptz not null,
  because_lane            smallint    not null,
  because_position        bigint      not null,
  corrects                integer,
  -- the moment at which a later line replaced this one
  corrected_at            timestamptz,
  -- this column and those up to the reason are null where nothing was charged
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
  -- true where the days of the period, or Apple's rate, are uncertain
  is_uncertain            boolean     not null,
  is_rate_uncertain       boolean     not null,
  -- in thousandths, what the charge would have had otherwise: in a first year, if accrued service lowered the
  -- rate; after a year, if only a lapse kept the charge from it; null if it is the same
  rate_otherwise          smallint,
  primary key (lane, stream, number)
);

create index commission_line_charged on commission_line (lane, charged_at);

-- The customers of a chain. The chains of one customer are counted together, whichever accounts own them. They have
-- a name in common: Apple's identifier of the customer, or the original transaction id of a chain, which the chain
-- itself and its successor have.
create table commission_customer (
  lane               smallint not null,
  stream             uuid     not null,
  subscription_group text     not null,
  environment        text     not null,
  name               text     not null,
  app                text     not null,
  is_chain           boolean  not null,
  primary key (lane, stream, subscription_group, name, is_chain)
);

-- Finds a customer's chains for each answer about days of paid service.
create index commission_customer_by_name on commission_customer (lane, name, app, environment);

-- The chains with charges that depend on a product of the catalog, or on the published price of an app.
create table commission_product (
  lane    smallint not null,
  stream  uuid     not null,
  app     text     not null,
  product text     not null,
  primary key (lane, app, product, stream)
);

create index commission_product_stream on commission_product (lane, stream);

-- Purchases that are no charge yet: only a receipt, or a source with the app's shared secret, told them, and no
-- price. Apple's signed answer removes them. Reconciliation is not complete while there is one.
create table purchase_without_price (
  lane           smallint not null,
  stream         uuid     not null,
  transaction_id text     not null,
  environment    text     not null,
  app            text     not null,
  primary key (lane, stream, transaction_id)
);

-- Counts them for each app and environment.
create index purchase_without_price_of_app on purchase_without_price (lane, app, environment);

-- The journal of money, in double entry: a charge, a refund, the return of an upgrade or a reversal. It is written
-- with the commission lines that it follows from. Entries are only added; what turns out differently is a further
-- entry that names the one it adjusts.
create table journal_entry (
  lane                    smallint    not null,
  stream                  uuid        not null,
  -- 1, 2, 3 within the chain
  number                  integer     not null,
  -- charge, refund, upgrade or reversal
  kind                    text        not null,
  environment             text        not null,
  app                     text        not null,
  original_transaction_id text        not null,
  transaction_id          text        not null,
  product                 text        not null,
  product_type            text        not null,
  subscription_group      text,
  storefront              text,
  currency                text        not null,
  -- the day of the charge, the refund, the replacement or the reversal, by Apple's word
  occurred_at             timestamptz not null,
  learnt_at               timestamptz not null,
  -- milliunits of the currency: the price, the tax estimated in it, and the commission on the rest
  price                   bigint      not null,
  tax                     bigint      not null,
  commission              bigint      not null,
  -- 1 for a new charge, refund and so on, -1 for one that is taken out, 0 for a difference
  count                   smallint    not null,
  -- the time over which the price is earned; null if it is earned at once
  service_start           timestamptz,
  service_end             timestamptz,
  -- the number of the entry that this one adjusts
  adjusts                 integer,
  -- the event that caused the entry
  because_lane            smallint    not null,
  because_position        bigint      not null,
  -- all events from which it follows, as 1-20 1-35
  because                 text        not null,
  -- in thousandths, with the reason; null if no row of the terms applied
  rate                    smallint,
  reason                  text,
  -- milliunits of the currency: the commission that accrued service saved, and that a lapse cost
  saved                   bigint      not null,
  lapse_cost              bigint      not null,
  primary key (lane, stream, number)
);

create index journal_entry_occurred on journal_entry (lane, occurred_at);
create index journal_entry_learnt on journal_entry (lane, learnt_at);
